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

/** The most values that an operation may select. The console's most expensive query is deliveries with attempts. */
export const COST_MAX = 25_000
/** The assumed length of a list without pages. */
const LIST_SIZE = 5
/** The cost of `totalCount`. Within a page of FIRST_MAX rows it costs COUNTED_MAX in total. */
const COUNT_COST = COUNTED_MAX / FIRST_MAX

/** Refuses an operation whose cost, the number of fields times the number of rows, exceeds COST_MAX. */
export function limitCost(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const root = context.getSchema().getRootType(node.operation)
      const cost = root ? costOf(context, node.selectionSet, { type: root, paged: false, fragments: [] }) : 0
      if (cost > COST_MAX) context.reportError(new GraphQLError('The operation exceeds the cost limit.'))
    },
  }
}

interface Parent {
  type: GraphQLNamedType
  /** Whether the parent field has a page, so that its cost already multiplies the rows of `nodes`. */
  paged: boolean
  /** The enclosing fragments, which stop the recursion of a fragment that contains itself. */
  fragments: readonly string[]
}

function costOf(context: ValidationContext, set: SelectionSetNode, parent: Parent): number {
  let cost = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(context, selection, parent)
    else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOf(context, selection.selectionSet, parent)
    else {
      const name = selection.name.value
      const fragment = parent.fragments.includes(name) ? undefined : context.getFragment(name)
      const fragments = [...parent.fragments, name]
      if (fragment) cost += costOf(context, fragment.selectionSet, { ...parent, fragments })
    }
    if (cost > COST_MAX) return cost
  }
  return cost
}

function costOfField(context: ValidationContext, node: FieldNode, parent: Parent): number {
  const field = isObjectType(parent.type) ? parent.type.getFields()[node.name.value] : undefined
  if (!field || !node.selectionSet) return field?.name === COUNT_FIELD ? COUNT_COST : 1
  const page = pageOf(field, node)
  const isList = isListType(getNullableType(field.type))
  const rows = page ?? (isList && !parent.paged ? LIST_SIZE : 1)
  const child = { ...parent, type: getNamedType(field.type), paged: page !== undefined }
  return 1 + rows * costOf(context, node.selectionSet, child)
}

/** Returns the page size that a field requests; undefined for a field without pages. A variable counts as FIRST_MAX. */
function pageOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
  if (!field.args.some(({ name }) => name === 'first')) return undefined
  const given = node.arguments?.find(({ name }) => name.value === 'first')?.value
  if (given?.kind === Kind.INT) return Math.min(Number(given.value), FIRST_MAX)
  return given === undefined ? FIRST_DEFAULT : FIRST_MAX
}
