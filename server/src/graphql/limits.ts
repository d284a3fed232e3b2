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

/** The deepest nesting of fields. The console's deepest query has five levels. */
export const DEPTH_MAX = 8
/** The deepest nesting within `__schema` and `__type`. The standard query needs it; production refuses both fields. */
export const INTROSPECTION_DEPTH_MAX = 15
/** The most aliases of a document. Aliases let one operation select the same field many times. */
export const ALIASES_MAX = 15
/** The most tokens of a document. The console's longest has about two hundred. */
export const TOKENS_MAX = 1_000

/** The most directives of a document. The console uses none. */
export const DIRECTIVES_MAX = 10

/** Validation rules that refuse an operation larger than any of the console, before a resolver runs. */
export const LIMIT_RULES: ValidationRule[] = [limitDepth, limitAliases, limitDirectives, limitCost]

function limitDepth(context: ValidationContext): ASTVisitor {
  const depthOf = makeDepth(context)
  return {
    OperationDefinition(node) {
      if (depthOf(node.selectionSet) > DEPTH_MAX) context.reportError(exceeds('depth'))
    },
  }
}

/** Returns a function that computes the depth of a selection set. TOKENS_MAX bounds its recursion. */
function makeDepth(context: ValidationContext) {
  const fragments = new Map<string, number>()

  function ofFragment(name: string): number {
    const known = fragments.get(name)
    if (known !== undefined) return known
    // Read only when the fragment contains itself.
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
      if (aliases === ALIASES_MAX + 1) context.reportError(exceeds('aliases'))
    },
  }
}

function limitDirectives(context: ValidationContext): ASTVisitor {
  let directives = 0
  return {
    Directive() {
      directives += 1
      if (directives === DIRECTIVES_MAX + 1) context.reportError(exceeds('directives'))
    },
  }
}

const exceeds = (limit: string): GraphQLError => new GraphQLError(`The operation exceeds the ${limit} limit.`)
