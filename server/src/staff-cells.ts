import { MOVING_SECONDS, refuseCall } from './cells/freeze/guard-calls.ts'
import { placeMerchant } from './cells/place-merchant.ts'
import type { Cells } from './cells-kit.ts'
import { withRequestCells } from './console-cells/request-cells.ts'
import type { GraphContext } from './graphql/context.ts'
import type { PlacingContext } from './merchants/placing-context.ts'

/** Adds the cells of the process to the context of a staff request. The result is a context of the cell `main`. */
export function withConsoleCells(
  main: GraphContext,
  { list, directory }: Cells,
): GraphContext & PlacingContext {
  const consoleCells = list.map(({ id, kit, requireIdentity }) => ({
    id,
    context: (correlationId: string) => kit.consoleContext(correlationId),
    requireIdentity,
  }))
  const locate = async (merchantId: string): Promise<string> => {
    const { cellId, state } = await directory.locate(merchantId)
    // The cell hides the rows of a merchant that is frozen during a move, so the merchant's pages would be empty.
    if (state === 'moving') refuseCall(MOVING_SECONDS)
    return cellId
  }
  const ctx = withRequestCells(main, { list: consoleCells, locate })
  const { cells } = ctx
  if (!cells) throw new Error('BUG: the context has no cells')
  return Object.assign(ctx, {
    placeMerchant: async (input: Parameters<typeof placeMerchant>[1]) => {
      const placing = { cells: list.map(({ id }) => id), contextOf: (cellId: string) => cells.ofCell(cellId) }
      const { merchant } = await placeMerchant(main, input, placing)
      return merchant
    },
  })
}
