import { listOf, namesOf, objectOf, type Json } from './json.ts'

/** The server reads a request, and clients read a response or an event. */
export type Direction = 'request' | 'response'

interface Side {
  schema: unknown
  resolve: (schema: unknown) => Json
}

interface Pair {
  before: Json
  after: Json
  resolveBefore: (schema: unknown) => Json
  resolveAfter: (schema: unknown) => Json
  direction: Direction
  path: string
}

/**
 * Returns the changes of a schema that break a client of the earlier schema, each with the path of the member. In a
 * request, the later schema must accept every value that the earlier schema accepted. In a response, the later schema
 * must not allow a value that the earlier schema excluded.
 */
export const schemaBreaks = (
  before: Side,
  after: Side,
  { direction, path }: { direction: Direction; path: string },
): string[] =>
  breaksOf({
    before: before.resolve(before.schema),
    after: after.resolve(after.schema),
    resolveBefore: before.resolve,
    resolveAfter: after.resolve,
    direction,
    path,
  })

function breaksOf(pair: Pair): string[] {
  const { before, after } = pair
  if (variantsOf(before).length > 0 || variantsOf(after).length > 0) return unionBreaks(pair)
  return [
    ...typeBreaks(pair),
    ...enumBreaks(pair),
    ...(pair.direction === 'request' ? limitBreaks(pair) : formatBreaks(pair)),
    ...memberBreaks(pair),
    ...itemBreaks(pair),
  ]
}

const variantsOf = (schema: Json): unknown[] => [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]

/**
 * Compares the variants of two schemas. In a request, each earlier variant must have a compatible later variant. In a
 * response, each later variant must have a compatible earlier variant.
 */
function unionBreaks(pair: Pair): string[] {
  const { before, after, direction, path } = pair
  const earlier = asVariants(before).map(pair.resolveBefore)
  const later = asVariants(after).map(pair.resolveAfter)
  const fits = (one: Json, other: Json): boolean =>
    breaksOf({ ...pair, before: one, after: other }).length === 0
  const unmatched =
    direction === 'request'
      ? earlier.filter((one) => !later.some((other) => fits(one, other)))
      : later.filter((other) => !earlier.some((one) => fits(one, other)))
  return unmatched.map((schema) => `${path}: no compatible variant for ${summaryOf(schema)}`)
}

const asVariants = (schema: Json): unknown[] => {
  const variants = variantsOf(schema)
  return variants.length > 0 ? variants : [schema]
}

const summaryOf = (schema: Json): string =>
  Object.keys(objectOf(schema['properties'])).slice(0, 3).join(', ') || typesOf(schema).join('|')

const typesOf = ({ type }: Json): string[] => (typeof type === 'string' ? [type] : namesOf(type))

function typeBreaks({ before, after, direction, path }: Pair): string[] {
  const [earlier, later] = [typesOf(before), typesOf(after)]
  const [values, accepted] = direction === 'request' ? [earlier, later] : [later, earlier]
  if (accepted.length === 0) return []
  const isAccepted = (type: string): boolean =>
    accepted.includes(type) || (type === 'integer' && accepted.includes('number'))
  const isBroken = values.length === 0 || !values.every(isAccepted)
  return isBroken ? [`${path}: the type changed from ${earlier.join('|')} to ${later.join('|')}`] : []
}

const valuesOf = (schema: Json): string[] | undefined => {
  if (schema['const'] !== undefined) return [JSON.stringify(schema['const'])]
  return Array.isArray(schema['enum']) ? schema['enum'].map((value) => JSON.stringify(value)) : undefined
}

function enumBreaks({ before, after, direction, path }: Pair): string[] {
  const [earlier, later] = [valuesOf(before), valuesOf(after)]
  if (direction === 'request') {
    if (later === undefined) return []
    if (earlier === undefined) return [`${path}: only some values are accepted now`]
    return earlier
      .filter((value) => !later.includes(value))
      .map((value) => `${path}: ${value} is no longer accepted`)
  }
  if (earlier === undefined) return []
  if (later === undefined) return [`${path}: the list of values is open now`]
  return later
    .filter((value) => !earlier.includes(value))
    .map((value) => `${path}: ${value} is a new value of a closed list`)
}

const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const EXACT = ['pattern', 'format', 'uniqueItems']

function limitBreaks({ before, after, path }: Pair): string[] {
  const isStricter = (name: string, sign: number): boolean =>
    after[name] !== undefined &&
    (before[name] === undefined || sign * Number(after[name]) > sign * Number(before[name]))
  const broken = [
    ...LOWER.filter((name) => isStricter(name, 1)),
    ...UPPER.filter((name) => isStricter(name, -1)),
    ...EXACT.filter((name) => after[name] !== undefined && after[name] !== before[name]),
  ]
  return broken.map((name) => `${path}: ${name} is stricter: ${String(after[name])}`)
}

const formatBreaks = ({ before, after, path }: Pair): string[] =>
  ['pattern', 'format']
    .filter((name) => before[name] !== undefined && before[name] !== after[name])
    .map((name) => `${path}: ${name} changed from ${String(before[name])}`)

function memberBreaks(pair: Pair): string[] {
  const { before, after, direction, path } = pair
  const [earlier, later] = [objectOf(before['properties']), objectOf(after['properties'])]
  const [neededBefore, neededAfter] = [namesOf(before['required']), namesOf(after['required'])]
  const removed = Object.keys(earlier).filter((name) => !(name in later))
  const changedNeed =
    direction === 'request'
      ? neededAfter.filter((name) => !neededBefore.includes(name))
      : neededBefore.filter((name) => name in later && !neededAfter.includes(name))
  return [
    ...removed.map((name) => `${path}.${name}: removed`),
    ...changedNeed.map(
      (name) => `${path}.${name}: ${direction === 'request' ? 'required now' : 'may be absent now'}`,
    ),
    ...Object.keys(earlier)
      .filter((name) => name in later)
      .flatMap((name) =>
        breaksOf({
          ...pair,
          before: pair.resolveBefore(earlier[name]),
          after: pair.resolveAfter(later[name]),
          path: `${path}.${name}`,
        }),
      ),
  ]
}

function itemBreaks(pair: Pair): string[] {
  const { before, after } = pair
  return ['items', 'additionalProperties'].flatMap((name) => {
    if (typeof before[name] !== 'object' || typeof after[name] !== 'object') return []
    const inner = { before: pair.resolveBefore(before[name]), after: pair.resolveAfter(after[name]) }
    return breaksOf({ ...pair, ...inner, path: `${pair.path}[]` })
  })
}
