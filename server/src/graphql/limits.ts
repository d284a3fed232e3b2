import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import { limitCost } from './limit-cost.ts'

/** Fields within fields; the console's deepest page has five. */
export const DEPTH_MAX = 8
/** The same of `__schema` and `__type`: the standard introspection query has fifteen. Production refuses both fields. */
export const INTROSPECTION_DEPTH_MAX = 15
/** Names given to fields: they let one operation ask for the same thing again and again. */
export const ALIASES_MAX = 15
/** Words of a document; the console's longest has some two hundred. */
export const TOKENS_MAX = 1_000

/** Directives of a document; the console's have none. */
export const DIRECTIVES_MAX = 10

/** Refuses operations that ask for more than any page of the console does, before anything runs. */
export const LIMIT_RULES: ValidationRule[] = [limitDepth, limitAliases, limitDirectives, limitCost]

function limitDepth(context: ValidationContext): ASTVisitor {
  const depthOf = makeDepth(context)
  return {
    OperationDefinition(node) {
      if (depthOf(node.selectionSet) > DEPTH_MAX) context.reportError(tooMuch('depth'))
    },
  }
}

/** Counts nested fields; introspection may nest deeper. The length of a document bounds the recursion. */
function makeDepth(context: ValidationContext) {
  const fragments = new Map<string, number>()

  function ofFragment(name: string): number {
    const known = fragments.get(name)
    if (known !== undefined) return known
    // Only a fragment within itself meets this value.
    fragments.set(name, Infinity)
    const fragment = context.getFragment(name)
    const depth = fragment ? ofSet(fragment.selectionSet) : 0
    fragments.set(name, depth)
    return depth
  }

  function ofSelection(selection: SelectionNode): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSet(selection.selectionSet)
    const depth = 1 + (selection.selectionSet ? ofSet(selection.selectionSet) : 0)
    const isIntrospection = ['__schema', '__type'].includes(selection.name.value)
    return isIntrospection ? Math.max(1, depth - (INTROSPECTION_DEPTH_MAX - DEPTH_MAX)) : depth
  }

  const ofSet = (set: SelectionSetNode): number => Math.max(0, ...set.selections.map(ofSelection))
  return ofSet
}

function limitAliases(context: ValidationContext): ASTVisitor {
  let aliases = 0
  return {
    Field(node) {
      if (!node.alias) return
      aliases += 1
      if (aliases === ALIASES_MAX + 1) context.reportError(tooMuch('aliases'))
    },
  }
}

function limitDirectives(context: ValidationContext): ASTVisitor {
  let directives = 0
  return {
    Directive() {
      directives += 1
      if (directives === DIRECTIVES_MAX + 1) context.reportError(tooMuch('directives'))
    },
  }
}

const tooMuch = (what: string): GraphQLError => new GraphQLError(`The operation asks for too much: ${what}.`)
