import type { Context } from '../../kernel/context.ts'
import type { LinkedContext } from '../../kernel/other-cells.ts'
import type { MovedTo } from './find-moved.ts'

/** The ids of the two cells between which a row is forwarded. */
export interface Route {
  from: string
  to: string
}

/**
 * Calls `forward` once for each cell to which rows must be forwarded, with a context on that cell and with the rows for
 * that cell. Returns the rows that were not forwarded: their move is not decided yet, or their cell cannot be reached.
 */
export async function eachTarget<Row>(
  ctx: LinkedContext,
  rows: readonly (readonly [Row, MovedTo])[],
  forward: (target: Context, rows: (readonly [Row, MovedTo])[], route: Route) => Promise<void>,
): Promise<Row[]> {
  const left: Row[] = []
  for (const [cellId, own] of Map.groupBy(rows, ([, { cellId: to }]) => to)) {
    const target = cellId === null ? undefined : ctx.otherCells?.contextOf(cellId)
    try {
      if (target && cellId !== null)
        await forward(target, own, { from: ctx.otherCells?.ownId ?? '', to: cellId })
      else left.push(...own.map(([row]) => row))
    } catch (error) {
      ctx.log.error({ err: error, to: cellId, rows: own.length }, 'rows of a moved merchant not forwarded')
      left.push(...own.map(([row]) => row))
    }
  }
  return left
}
