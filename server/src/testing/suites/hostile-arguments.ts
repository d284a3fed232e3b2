import {
  type GraphQLList,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql'

/** A place within the variables of a GraphQL operation: a scalar, an enum, a list or an input object. */
export interface Leaf {
  /** The path of the place as text, such as `filter.status.0`. */
  name: string
  type: GraphQLNamedInputType | GraphQLList<GraphQLInputType>
  /** Returns valid variables, except that `value` is at this place. */
  variablesWith: (value: unknown) => Record<string, unknown>
}

/** A GraphQL operation as the console sends it. */
export interface Operation {
  name: string
  /** The name of the operation's field in the root type of the schema. */
  field: string
  kind: `${OperationTypeNode}`
  leaves: Leaf[]
}

/**
 * A function that returns a valid value for a variable or an input field. The argument contains the name and the type
 * of this variable or field, and the root field of the GraphQL operation.
 */
export type ValidValue = (member: { name: string; type: string; operation: string }) => unknown

/** Parses a GraphQL operation. @throws Error when a variable has no input type. */
export function operationOf(schema: GraphQLSchema, text: string, validValue: ValidValue): Operation {
  const document = parse(text)
  const definition = definitionOf(document)
  const [field] = definition.selectionSet.selections
  const operation = field?.kind === Kind.FIELD ? field.name.value : ''
  const variables = (definition.variableDefinitions ?? []).map((node) => {
    const type = typeFromAST(schema, node.type)
    if (!isInputType(type))
      throw new Error(`${operation}: the type of the variable $${node.variable.name.value} is no input type`)
    return { name: node.variable.name.value, type }
  })
  const fit = (name: string, type: string): unknown => validValue({ name, type, operation })
  const leaves = variables.flatMap(({ name, type }) =>
    pathsOf(name, type).map((place) => ({
      name: place.path.join('.'),
      type: place.type,
      variablesWith: (value: unknown) =>
        Object.fromEntries(
          variables.flatMap((one) => {
            const isThis = one.name === name
            if (!isThis && !isNonNullType(one.type)) return []
            const at = isThis ? { path: place.path.slice(1), value } : undefined
            return [[one.name, build(one, fit, at)] as const]
          }),
        ),
    })),
  )
  const name = definition.name?.value ?? operation
  return { name, field: operation, kind: definition.operation, leaves }
}

function definitionOf(document: DocumentNode) {
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) return definition
  throw new Error('BUG: definitionOf: the GraphQL document has no operation')
}

interface Place {
  path: string[]
  type: Leaf['type']
}

/** Returns every path within a type, including paths to whole lists and input objects. */
function pathsOf(name: string, type: GraphQLInputType): Place[] {
  if (isNonNullType(type)) return pathsOf(name, type.ofType)
  if (isListType(type)) return [{ path: [name], type }, ...within(name, pathsOf('0', type.ofType))]
  if (!isInputObjectType(type)) return [{ path: [name], type }]
  const fields = Object.values(type.getFields())
  return [{ path: [name], type }, ...fields.flatMap((field) => within(name, pathsOf(field.name, field.type)))]
}

const within = (name: string, places: Place[]): Place[] =>
  places.map(({ path, type }) => ({ path: [name, ...path], type }))

interface Member {
  name: string
  type: GraphQLInputType
}

/**
 * Builds a value for a variable or input field. The result is valid, except that `at.path` within it has the value
 * `at.value`.
 */
function build(
  { name, type }: Member,
  fit: (name: string, type: string) => unknown,
  at: { path: string[]; value: unknown } | undefined,
): unknown {
  if (isNonNullType(type)) return build({ name, type: type.ofType }, fit, at)
  if (at?.path.length === 0) return at.value
  const [next, ...path] = at?.path ?? []
  const nested = at && { path, value: at.value }
  if (isListType(type)) return [build({ name, type: type.ofType }, fit, nested)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return fit(name, type.name)
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => field.name === next || isNonNullType(field.type))
      .map((field) => [field.name, build(field, fit, field.name === next ? nested : undefined)]),
  )
}

const LONG = 'ã'.repeat(3_000)
const SQL = `'; drop table charge; -- %_\\$1`
const WRONG_TYPES = [null, 1.5, {}, [[]]]
const TEXTS = ['', ' ', LONG, SQL, 'a\0b', '\ud800', '__proto__']
const NO_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const IDS = [
  ...TEXTS,
  ...WRONG_TYPES,
  NO_ID,
  LAST_ID,
  NO_ID.replaceAll('-', ''),
  `{${NO_ID}}`,
  `${NO_ID} `,
  'null',
]
const MOMENTS = [
  ...TEXTS,
  ...WRONG_TYPES,
  'infinity',
  '-infinity',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999-23:59',
  '10000-01-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
]
const BY_TYPE: Record<string, readonly unknown[]> = {
  Uuid: IDS,
  SessionId: IDS,
  DateTime: MOMENTS,
  Cents: [...TEXTS, ...WRONG_TYPES, '0', '-1', '1.5', '1e5', '9'.repeat(18), '9'.repeat(19)],
  Int: [...WRONG_TYPES, -1, 101, 2_147_483_647, 2_147_483_648, 1e300, '5'],
  Boolean: ['', 'true', ...WRONG_TYPES],
  String: [...TEXTS, ...WRONG_TYPES, '/', 'a'.repeat(300), 'America/Nowhere'],
}
/** Hostile values for arguments of any type. */
export const hostileTexts: readonly unknown[] = [
  '',
  LONG,
  SQL,
  'a\0b',
  1.5,
  [[]],
  ['x'],
  LAST_ID,
  '9999-12-31T23:59:59-23:59',
]

const ENUM_VALUES = [...TEXTS, ...WRONG_TYPES, 'constructor', 'PAID', 'paid ']
const LIST_LENGTH = 1_000

/** Existing ids and cursors that belong to another record or list. */
export interface Foreign {
  ids: readonly string[]
  cursors: readonly string[]
}

/** Returns values that the console never sends at this path. */
export function hostileValuesFor({ name, type }: Leaf, { ids, cursors }: Foreign): readonly unknown[] {
  if (isListType(type)) return [null, [], [null], [[]], 'x', {}, tooMany(type), Array(LIST_LENGTH).fill('x')]
  if (isInputObjectType(type)) return ['', 0, [{}], {}, { nothing: 1 }]
  if (isEnumType(type)) return ENUM_VALUES
  const values = BY_TYPE[type.name]
  if (!values) throw new Error(`${name} has the type ${type.name}: add hostile values for it to BY_TYPE`)
  if (values === IDS) return [...values, ...ids, ...ids.slice(0, 1).map((id) => id.toUpperCase())]
  return name === 'after' ? [...values, ...cursors] : values
}

/** Returns 1,000 valid elements of a list. */
function tooMany(type: GraphQLList<GraphQLInputType>): unknown[] {
  const element = getNamedType(type)
  return Array(LIST_LENGTH).fill(isEnumType(element) ? element.getValues()[0]?.name : NO_ID)
}
