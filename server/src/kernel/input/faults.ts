import { z } from 'zod'
import { Problem, type FieldFault, type InvalidField, type ProblemDetails } from '../problem.ts'

/** Collects the faults of every part of a request, so that one response names all faults. */
export class Faults {
  readonly fields: InvalidField[] = []
  #reason: string | undefined

  /** Parses `input`. If `input` is invalid, records the faults and returns undefined. */
  read<S extends z.ZodType>(schema: S, input: unknown): { value: z.infer<S> } | undefined {
    const parsed = schema.safeParse(input)
    if (parsed.success) return { value: parsed.data }
    for (const issue of parsed.error.issues) {
      this.fields.push(...faultsOf(issue, input))
      this.#reason ??= paramsOf(issue)?.reason
    }
    return undefined
  }

  add(path: string, code: FieldFault, hint?: string): void {
    this.fields.push({ path, code, ...(hint === undefined ? {} : { hint }) })
  }

  /** Adds the invalid fields of other problem details. Keeps the reason that was recorded first. */
  merge({ reason, fields = [] }: ProblemDetails): void {
    this.fields.push(...fields)
    this.#reason ??= reason
  }

  /**
   * Does nothing if no fault was recorded.
   * @throws Problem validation_error naming the recorded faults, at most 100.
   */
  throwIfAny(): void {
    if (this.fields.length === 0) return
    throw new Problem('validation_error', {
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      fields: this.fields.slice(0, FIELDS_MAX),
    })
  }
}

const FIELDS_MAX = 100

/** Returns the `params` of a custom Zod check: the code and the reason of its fault, such as `fault('format')`. */
export const fault = (code: FieldFault, reason?: string): { code: FieldFault; reason?: string } =>
  reason === undefined ? { code } : { code, reason }

function faultsOf(issue: z.core.$ZodIssue, input: unknown): InvalidField[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), code: 'unknown' }))
  }
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors
      .flat()
      .find((inner) => inner.path.length > 0 || inner.code !== 'invalid_type')
    if (deepest) return faultsOf({ ...deepest, path: [...issue.path, ...deepest.path] }, input)
    return [{ path: pathOf(issue.path), code: isAbsent(input, issue.path) ? 'required' : 'type' }]
  }
  const [first = issue] = issue.code === 'invalid_key' ? issue.issues : []
  const code = codeOf(first, input)
  const hint = code === 'required' ? undefined : hintOf(first)
  return [{ path: pathOf(issue.path), code, ...(hint === undefined ? {} : { hint }) }]
}

/**
 * The expected type of a field, in Portuguese. The texts show the JSON brackets, because PHP writes an empty array as
 * `[]` even where an object is expected.
 */
const EXPECTED_TYPES: Record<string, string> = {
  array: 'Esperado: uma lista ([]).',
  boolean: 'Esperado: true ou false.',
  int: 'Esperado: um número inteiro.',
  number: 'Esperado: um número.',
  object: 'Esperado: um objeto ({}).',
  record: 'Esperado: um objeto ({}).',
  string: 'Esperado: um texto.',
}

/**
 * Returns a description of the valid values, in Portuguese; undefined if there is none. Ignores Zod's own messages for
 * patterns, which are in English.
 */
function hintOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return issue.inclusive === false ? `Acima de ${issue.minimum}.` : `Mínimo: ${issue.minimum}.`
    case 'too_big':
      return `Máximo: ${issue.maximum}.`
    case 'invalid_value':
      return `Aceitos: ${issue.values.map(String).join(', ')}.`
    case 'invalid_type':
      return EXPECTED_TYPES[issue.expected]
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? undefined : issue.message
    default:
      return paramsOf(issue)?.hint
  }
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): FieldFault {
  if (isAbsent(input, issue.path)) return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return 'type'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'out_of_range'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'out_of_range'
    case 'invalid_value':
      return 'not_allowed'
    case 'custom':
      return paramsOf(issue)?.code ?? 'format'
    default:
      return 'format'
  }
}

const FaultParams = z.object({
  code: z.enum([
    'required',
    'unknown',
    'type',
    'format',
    'too_short',
    'too_long',
    'out_of_range',
    'not_allowed',
  ]),
  reason: z.string().optional(),
  hint: z.string().optional(),
})

const paramsOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' ? FaultParams.safeParse(issue.params).data : undefined

/** Returns the path of a fault as text. An empty path means a fault of the whole body. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.length === 0 ? 'body' : path.map(String).join('.')

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return false
    value = Object.getOwnPropertyDescriptor(value, step)?.value
  }
  return value === undefined
}
