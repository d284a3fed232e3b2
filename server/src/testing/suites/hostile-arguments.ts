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

/** A place in the variables of an operation at which one value stands. */
export interface Leaf {
  /** `filter.status.0` */
  name: string
  type: GraphQLNamedInputType | GraphQLList<GraphQLInputType>
  /** Variables that fit everywhere, but for `value` in this place. */
  variablesWith: (value: unknown) => Record<string, unknown>
}

/** An operation as the console sends it. */
export interface Operation {
  name: string
  /** Of the schema's root. */
  field: string
  kind: `${OperationTypeNode}`
  leaves: Leaf[]
}

/** A value that fits: by the name of the variable or input field, its type, and the field of the root it is for. */
export type Fitting = (member: { name: string; type: string; operation: string }) => unknown

/** Reads an operation from its text. */
export function operationOf(schema: GraphQLSchema, text: string, fitting: Fitting): Operation {
  const document = parse(text)
  const definition = definitionOf(document)
  const [field] = definition.selectionSet.selections
  const operation = field?.kind === Kind.FIELD ? field.name.value : ''
  const variables = (definition.variableDefinitions ?? []).map((node) => {
    const type = typeFromAST(schema, node.type)
    if (!isInputType(type)) throw new Error(`${operation}: $${node.variable.name.value} has no input type`)
    return { name: node.variable.name.value, type }
  })
  const fit = (name: string, type: string): unknown => fitting({ name, type, operation })
  const leaves = variables.flatMap(({ name, type }) =>
    placesOf(name, type).map((place) => ({
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
  throw new Error('a document without an operation')
}

interface Place {
  path: string[]
  type: Leaf['type']
}

/** Every place within a type, lists themselves too. */
function placesOf(name: string, type: GraphQLInputType): Place[] {
  if (isNonNullType(type)) return placesOf(name, type.ofType)
  if (isListType(type)) return [{ path: [name], type }, ...within(name, placesOf('0', type.ofType))]
  if (!isInputObjectType(type)) return [{ path: [name], type }]
  const fields = Object.values(type.getFields())
  return [
    { path: [name], type },
    ...fields.flatMap((field) => within(name, placesOf(field.name, field.type))),
  ]
}

const within = (name: string, places: Place[]): Place[] =>
  places.map(({ path, type }) => ({ path: [name, ...path], type }))

interface Member {
  name: string
  type: GraphQLInputType
}

/** What a member is given: what fits, with `at.value` in the place that `at.path` leads to. */
function build(
  { name, type }: Member,
  fit: (name: string, type: string) => unknown,
  at: { path: string[]; value: unknown } | undefined,
): unknown {
  if (isNonNullType(type)) return build({ name, type: type.ofType }, fit, at)
  if (at?.path.length === 0) return at.value
  const [next, ...path] = at?.path ?? []
  const deeper = at && { path, value: at.value }
  if (isListType(type)) return [build({ name, type: type.ofType }, fit, deeper)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return fit(name, type.name)
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => field.name === next || isNonNullType(field.type))
      .map((field) => [field.name, build(field, fit, field.name === next ? deeper : undefined)]),
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
/** A few values for members whose type is not known. */
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

/** What exists, but not in the place where it is given. */
export interface Foreign {
  ids: readonly string[]
  cursors: readonly string[]
}

/** What no page of the console would put in this place. */
export function hostileValuesFor({ name, type }: Leaf, { ids, cursors }: Foreign): readonly unknown[] {
  if (isListType(type)) return [null, [], [null], [[]], 'x', {}, tooMany(type), Array(LIST_LENGTH).fill('x')]
  if (isInputObjectType(type)) return ['', 0, [{}], {}, { nothing: 1 }]
  if (isEnumType(type)) return ENUM_VALUES
  const values = BY_TYPE[type.name]
  if (!values) throw new Error(`${name}: no hostile values are known for ${type.name}`)
  if (values === IDS) return [...values, ...ids, ...ids.slice(0, 1).map((id) => id.toUpperCase())]
  return name === 'after' ? [...values, ...cursors] : values
}

/** Elements that fit, but more than anybody needs. */
function tooMany(type: GraphQLList<GraphQLInputType>): unknown[] {
  const element = getNamedType(type)
  return Array(LIST_LENGTH).fill(isEnumType(element) ? element.getValues()[0]?.name : NO_ID)
}
