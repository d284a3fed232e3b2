import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withDeadline } from '../../kernel/pool/work-limits.ts'
import { decideFreeze, isSwitched, openPlace } from '../move-place.ts'

/** Returns a context on a cell. Rejects if the cell cannot be used. */
export type ContextOf = (cellId: string) => Promise<Context> | Context

/**
 * How long the call that tells another cell of a switch may take, in milliseconds. Calls of the merchant are refused
 * meanwhile.
 */
const LEAVE_MS_MAX = 300

interface EndOptions {
  contextOf: ContextOf
  /**
   * The ids of the cells that the merchant may have left. After a switch, the cell that the merchant has left must
   * forward the messages of PSPs.
   */
  cells: readonly string[]
  /** Whether to end a freeze that is not over. */
  isForced?: boolean
}

/**
 * Ends the freeze of a merchant, if the freeze is over. After a switch, shows the merchant's rows in the new cell, and
 * otherwise in the old one. Then admits the merchant's calls. Any process may call this function, also several at the
 * same time, and may repeat the call after a failure. Returns whether there was a freeze to end.
 */
export async function endFreeze(
  control: Context,
  merchantId: string,
  { contextOf, cells, isForced = false }: EndOptions,
): Promise<boolean> {
  const place = await decideFreeze(control, merchantId, { isForced })
  if (!place) return false
  const { cellId, freezeVersion } = place
  const ctx = await contextOf(cellId)
  if (isSwitched(place)) {
    const others = cells.filter((id) => id !== cellId)
    const leaving = others.map((id) => leaveCell(contextOf, id, { merchantId, freezeVersion }))
    await Promise.all([...leaving, showInTarget(ctx, merchantId, freezeVersion)])
  } else {
    await requireVisible(ctx, sql<boolean>`thaw_merchant(${merchantId}::uuid, ${freezeVersion}::bigint)`)
  }
  await openPlace(control, merchantId, place)
  return true
}

/**
 * Lets the old cell forward messages. A cell that cannot be used does not delay the merchant for longer than
 * LEAVE_MS_MAX.
 */
async function leaveCell(
  contextOf: ContextOf,
  cellId: string,
  { merchantId, freezeVersion }: { merchantId: string; freezeVersion: bigint | null },
): Promise<void> {
  const call = sql`leave_merchant(${merchantId}::uuid, ${freezeVersion}::bigint)`
  await withDeadline(LEAVE_MS_MAX, async () =>
    db(await contextOf(cellId))
      .selectNoFrom(call.as('left'))
      .execute(),
  ).catch(() => undefined)
}

/** Shows the rows of a merchant in the target, after the switch that followed the freeze. */
export const showInTarget = (
  target: Context,
  merchantId: string,
  freezeVersion: bigint | null,
): Promise<void> =>
  requireVisible(target, sql<boolean>`show_merchant(${merchantId}::uuid, ${freezeVersion}::bigint)`)

async function requireVisible(ctx: Context, call: ReturnType<typeof sql<boolean>>): Promise<void> {
  const { isVisible } = await db(ctx).selectNoFrom(call.as('isVisible')).executeTakeFirstOrThrow()
  if (!isVisible)
    throw new Error(
      'the rows of the merchant stay hidden: this freeze is not part of the last move of the merchant in this cell',
    )
}
