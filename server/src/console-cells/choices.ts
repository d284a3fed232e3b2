import type { CellAnswer, GraphContext, RequestCells } from '../graphql/context.ts'
import { problemOf } from '../graphql/errors.ts'
import { COUNTED_MAX } from '../graphql/page-size.ts'
import { toConnection, type ConnectionOf } from '../graphql/page.ts'
import { mergePages } from '../kernel/database/merge-pages.ts'
import { sortNames } from '../kernel/database/sort-names.ts'
import { Problem } from '../kernel/problem.ts'
import { addUp } from './add-up.ts'

export type Args = Record<string, unknown>

/** A call of a GraphQL field whose cells are to be chosen. */
export interface Call {
  /** The context of the cell `main`. */
  ctx: GraphContext
  cells: RequestCells
  args: Args
  /** Calls the resolver of the field with the context of a cell. */
  resolve: (ctx: GraphContext, args?: Args) => Promise<unknown>
  /** Lets the resolvers of the fields of `result` use the context of a cell. `resolve` does this, too. */
  assign: (result: unknown, ctx: GraphContext) => void
}

/** Chooses the cells of a call, and merges their answers. */
export type Choice = (call: Call) => Promise<unknown>

/**
 * Gives `values` the type `T[]`. The results of resolvers have no static type here: the schema, and not the compiler,
 * guarantees their type. Returns an empty list if `values` is no list.
 */
function typed<T>(values: unknown): T[] {
  return Array.isArray(values) ? values : []
}

/** Calls the resolver in the cell of a merchant. */
export const callInCellOf = async (
  merchantId: string,
  { cells, resolve }: Pick<Call, 'cells' | 'resolve'>,
): Promise<unknown> => cells.inCell(await cells.ofMerchant(merchantId), (ctx) => resolve(ctx))

/** Uses the cell of the merchant whose id is the argument `name`. */
export const inCellOf =
  (name: string): Choice =>
  async ({ cells, args, resolve }) => {
    const merchantId = args[name]
    if (typeof merchantId !== 'string') throw new Error(`BUG: the argument ${name} is no merchant id`)
    return callInCellOf(merchantId, { cells, resolve })
  }

/** Asks all cells, and merges their answers. A missing cell has no answer. */
export const inEach =
  <T>(merge: (values: T[], call: Call) => unknown): Choice =>
  async (call) => {
    const answers = await call.cells.ask((ctx) => call.resolve(ctx))
    return merge(typed<T>(answers.map(({ value }) => value)), call)
  }

/** Asks all cells for a page of the same list after the same cursor, and merges the pages. */
export const inEachPage: Choice = async (call) => {
  const answers = typed<CellAnswer<ConnectionOf<object>>>(await call.cells.ask((ctx) => call.resolve(ctx)))
  const pages = answers.map(({ value: { nodes, pageInfo, merging } }) => ({
    items: nodes,
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    merging,
  }))
  const [first] = answers
  const page = await mergePages(pages, (names) => sortNames(first?.ctx ?? call.ctx, names))
  const counts = new Map(answers.map(({ ctx, value }) => [ctx, value.count]))
  const count = async (): Promise<number> => {
    const counted = await call.cells.ask(async (ctx) => (await counts.get(ctx)?.()) ?? 0)
    return counted.reduce((sum, { value }) => sum + value, 0)
  }
  return {
    // A list may have totals besides its page.
    ...typed<object>([addUp(answers.map(({ value }) => value))])[0],
    ...toConnection(page, async (most) => Math.min(await count(), most, COUNTED_MAX + 1)),
  }
}

/**
 * Asks all cells for a record, and returns the answer of the cell that has the record; null if all cells answered and
 * none has the record.
 * @throws Problem service_unavailable: a cell did not answer, and no other cell has the record.
 */
export const inCellWithRecord: Choice = async ({ cells, resolve }) => {
  const answers = await cells.ask((ctx) => resolve(ctx))
  const found = answers.find(({ value }) => value !== null)
  if (!found && cells.missing.size > 0) throw new Problem('service_unavailable', { retryAfterSeconds: 1 })
  return found?.value ?? null
}

/**
 * Calls one cell after the other. Continues only if a cell does not answer, or refuses the call with `not_found`. Such
 * a refusal has no effect, so a mutation runs in only one cell.
 * @throws Problem not_found: no cell has the record.
 * @throws Problem service_unavailable: a cell did not answer, and no other cell has the record.
 */
export const inFirstWithRecord: Choice = async ({ cells, resolve }) => {
  let refusal = new Problem('not_found')
  for (const ctx of cells.contexts) {
    try {
      return await cells.inCell(ctx, (inCell) => resolve(inCell))
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code !== 'not_found' && problem.code !== 'service_unavailable') throw error
      if (refusal.code !== 'service_unavailable') refusal = problem
    }
  }
  throw refusal
}

/** Creates a merchant. Later fields of the answer use the merchant's cell. */
export const inCellOfResult: Choice = async ({ ctx, cells, resolve, assign }) => {
  const result = await resolve(ctx)
  const [merchant] = typed<{ id: string }>([result])
  if (merchant) assign(merchant, await cells.ofMerchant(merchant.id))
  return result
}
