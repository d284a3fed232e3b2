import type { GraphContext } from './context.ts'

/**
 * Returns the context on the database that has the merchant. This is `ctx` itself if the service has one cell, or if
 * the request selects a test account. The sandbox database has the test accounts of all cells.
 */
export const inCellOfMerchant = async (ctx: GraphContext, merchantId: string): Promise<GraphContext> =>
  ctx.cells && ctx.testAccount === null ? await ctx.cells.ofMerchant(merchantId) : ctx
