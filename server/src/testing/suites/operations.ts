import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'

/** A JSON value for each scalar of the schema. */
export type Scalars = Record<string, unknown>

/** A GraphQL operation that selects one field of a root type. */
export interface Operation {
  name: string
  text: string
  /** Returns values for the required arguments. With `all`, returns values for the optional arguments, too. */
  variables: (scalars: Scalars, all?: boolean) => Record<string, unknown>
}

/** Returns one GraphQL operation for each query and mutation of a schema. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = [['query', schema.getQueryType()] as const, ['mutation', schema.getMutationType()] as const]
  return roots.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map(({ name, args, type }) => {
      const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
      const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
      const selection = isLeafType(getNamedType(type)) ? '' : ' { __typename }'
      return {
        name,
        text: `${kind}${between(declared)} { ${name}${between(passed)}${selection} }`,
        variables: (scalars, all = false) => valuesOf(args, { scalars, all }),
      }
    }),
  )
}

const between = (text: string): string => (text === '' ? '' : `(${text})`)

interface Choice {
  scalars: Scalars
  all: boolean
}

const valuesOf = (
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  choice: Choice,
): Record<string, unknown> =>
  Object.fromEntries(
    members
      .filter(({ type }) => choice.all || isNonNullType(type))
      .map(({ name, type }) => [name, valueOf(type, choice)]),
  )

function valueOf(type: GraphQLInputType, choice: Choice): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, choice)
  if (isListType(type)) return [valueOf(type.ofType, choice)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) return valuesOf(Object.values(type.getFields()), choice)
  return choice.scalars[type.name]
}
