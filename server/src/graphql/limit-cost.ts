import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isListType,
  isObjectType,
  Kind,
  type ASTVisitor,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'
import { COUNT_FIELD, COUNTED_MAX, FIRST_DEFAULT, FIRST_MAX } from './page-size.ts'

/** Values that one operation may bring at most; the console's dearest, deliveries with their attempts, comes near it. */
export const COST_MAX = 25_000
/** How long a list without pages is taken to be. */
const LIST_SIZE = 5
/** It stands within a page, whose rows multiply it: for the largest page it is the rows that are counted. */
const COUNT_COST = COUNTED_MAX / FIRST_MAX

/** Refuses an operation that could bring more values than any page of the console shows: fields times rows. */
export function limitCost(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const root = context.getSchema().getRootType(node.operation)
      const cost = root ? costOf(context, node.selectionSet, { type: root, paged: false, within: [] }) : 0
      if (cost > COST_MAX) context.reportError(new GraphQLError('The operation asks for too much: cost.'))
    },
  }
}

interface Place {
  type: GraphQLNamedType
  /** Whether the rows of a page are counted already, by the field that has the page. */
  paged: boolean
  /** The fragments around, so that one within itself ends. */
  within: readonly string[]
}

function costOf(context: ValidationContext, set: SelectionSetNode, place: Place): number {
  let cost = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(context, selection, place)
    else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(context, selection.selectionSet, place)
    else {
      const name = selection.name.value
      const fragment = place.within.includes(name) ? undefined : context.getFragment(name)
      const within = [...place.within, name]
      if (fragment) cost += costOf(context, fragment.selectionSet, { ...place, within })
    }
    if (cost > COST_MAX) return cost
  }
  return cost
}

function costOfField(context: ValidationContext, node: FieldNode, place: Place): number {
  const field = isObjectType(place.type) ? place.type.getFields()[node.name.value] : undefined
  if (!field || !node.selectionSet) return field?.name === COUNT_FIELD ? COUNT_COST : 1
  const page = pageOf(field, node)
  const isList = isListType(getNullableType(field.type))
  const rows = page ?? (isList && !place.paged ? LIST_SIZE : 1)
  const inside = { ...place, type: getNamedType(field.type), paged: page !== undefined }
  return 1 + rows * costOf(context, node.selectionSet, inside)
}

/** The rows of the page that a field is asked for; undefined for a field without pages. */
function pageOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
  if (!field.args.some(({ name }) => name === 'first')) return undefined
  const given = node.arguments?.find(({ name }) => name.value === 'first')?.value
  if (given?.kind === Kind.INT) return Math.min(Number(given.value), FIRST_MAX)
  return given === undefined ? FIRST_DEFAULT : FIRST_MAX
}
