import { z } from 'zod'
import { isDocument } from '../kernel/values/document.ts'
import { Problem, type FieldFault, type InvalidField, type ProblemDetails } from '../kernel/problem.ts'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'
import { isStorable } from '../kernel/values/storable.ts'

/** Collects the faults of every part of a request, so that one response names them all. */
export class Faults {
  readonly fields: InvalidField[] = []
  #reason: string | undefined

  /** Parses `input`. Records the faults and returns undefined when it is invalid. */
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

  /** Adds the fields of other problem details. The first reason wins. */
  merge({ reason, fields = [] }: ProblemDetails): void {
    this.fields.push(...fields)
    this.#reason ??= reason
  }

  /** @throws Problem validation_error naming every recorded fault, at most 100; returns when there is none. */
  throwIfAny(): void {
    if (this.fields.length === 0) return
    throw new Problem('validation_error', {
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      fields: this.fields.slice(0, FIELDS_MAX),
    })
  }
}

const FIELDS_MAX = 100

/** Returns the `params` of a custom Zod check, which carry its fault code and its reason: `params: fault('format')`. */
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

/** Describes valid values, in Portuguese. Ignores Zod's own messages for patterns, which are in English. */
function hintOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return `Mínimo: ${issue.minimum}.`
    case 'too_big':
      return `Máximo: ${issue.maximum}.`
    case 'invalid_value':
      return `Aceitos: ${issue.values.map(String).join(', ')}.`
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

/** Writes the path of a fault. An empty path is a fault of the whole body. */
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

/** A text of `min` to `max` code points that PostgreSQL can store. */
export function text(min: number, max: number) {
  return z
    .string()
    .superRefine((value, check) => {
      const length = Array.from(value).length
      if (!isStorable(value)) check.addIssue({ code: 'custom', params: fault('format') })
      else if (length < min)
        check.addIssue({
          code: 'custom',
          params: { ...fault('too_short'), hint: `Mínimo: ${min} caracteres.` },
        })
      else if (length > max)
        check.addIssue({
          code: 'custom',
          params: { ...fault('too_long'), hint: `Máximo: ${max} caracteres.` },
        })
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })
}

const DOCUMENT_HINT = 'CPF com 11 dígitos ou CNPJ com 14 caracteres, sem pontuação e com letras maiúsculas.'
const CHECK_DIGITS_HINT = 'Os dígitos verificadores do CNPJ com letras não conferem.'

const documentOf = (shape: RegExp) =>
  z
    .string()
    .regex(shape, { error: DOCUMENT_HINT, abort: true })
    .refine((value) => value === '' || isDocument(value), {
      params: { ...fault('format'), hint: CHECK_DIGITS_HINT },
    })
    .meta({
      description:
        'CPF (11 dígitos) ou CNPJ (14 caracteres), sem pontuação. O CNPJ pode ter letras maiúsculas nas 12 primeiras ' +
        'posições; nesse caso os dois dígitos verificadores são conferidos.',
    })

/** A CPF or CNPJ that `isDocument` accepts. */
export const document = documentOf(/^(\d{11}|[0-9A-Z]{12}\d{2})$/)

/** A CPF or CNPJ as above, or an empty text. */
export const documentOrEmpty = documentOf(/^(\d{11}|[0-9A-Z]{12}\d{2})?$/)

/**
 * An ISO 8601 date-time with a time zone, as a Date. Rounds fractions of a millisecond up, because stored times have
 * whole milliseconds.
 */
export const dateTime = MomentText.transform((value) => {
  const isFiner = /\.\d{3}\d*[1-9]/.test(value)
  return new Date(new Date(value).getTime() + (isFiner ? 1 : 0))
})
  .refine(isStorableMoment, { params: fault('format') })
  .meta({ type: 'string', format: 'date-time' })

/** The `limit` query parameter of a list: 1 to `max`. */
export const limit = (max: number, byDefault: number) =>
  z
    .string()
    .transform((value, check) => {
      const isWritten = /^\d{1,4}$/.test(value)
      const wanted = isWritten ? Number(value) : 0
      if (wanted >= 1 && wanted <= max) return wanted
      check.addIssue({
        code: 'custom',
        params: { ...fault(isWritten ? 'out_of_range' : 'format'), hint: `De 1 a ${max}.` },
      })
      return z.NEVER
    })
    .default(byDefault)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: max,
      description: `De 1 a ${max}; ${byDefault} quando ausente`,
    })

const CURSOR_CHARS_MAX = 2_000

/** The `cursor` query parameter of a list: the `next_cursor` of the previous page. */
export const cursor = z
  .string()
  .refine((value) => value !== '' && value.length <= CURSOR_CHARS_MAX, {
    params: fault('format', 'invalid_cursor'),
  })
  .optional()
