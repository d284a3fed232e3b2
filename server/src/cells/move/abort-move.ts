import { Problem } from '../../kernel/problem.ts'
import { abandonMove, findMoving, isSwitched, startMove } from '../move-place.ts'
import { findMove, forgetArrival, forgetMove, takeMove } from './attempt.sql.ts'
import { endFreezeNow, lockMove, openMove, unlockMove, type MoveTools } from './connections.sql.ts'
import type { Move } from './copy-merchant.sql.ts'
import { stopLog, turnHidingOff } from './hide-tables.sql.ts'
import { removeRows } from './remove-rows.sql.ts'

/**
 * Ends a move before the switch. The merchant stays in its cell, and the incomplete copy is deleted. Returns the id of
 * the merchant's cell.
 * @throws Problem conflict, reason `merchant_is_not_moving`.
 * @throws Problem conflict, reason `move_is_decided`: the merchant was switched. The operator must repeat the command
 * `move-merchant`, which completes the move.
 */
export async function abortMove(tools: MoveTools, merchantId: string): Promise<string> {
  await lockMove(tools, merchantId)
  try {
    const before = await findMoving(tools.control, merchantId)
    if (isSwitched(before)) throw new Problem('conflict', { reason: 'move_is_decided' })
    await endFreezeNow(tools, merchantId)
    const { cellId: from, movingTo: to } = await findMoving(tools.control, merchantId)
    if (to === null) throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    const move = await openMove(tools, merchantId, { from, to })
    // Because of the new version of the directory, another run of the command that was paused can no longer switch the
    // merchant.
    await startMove(tools.control, merchantId, to)
    await restoreSource(move)
    await removeCopy(move)
    await abandonMove(tools.control, merchantId)
    return from
  } finally {
    await unlockMove(tools, merchantId)
  }
}

async function restoreSource(move: Move): Promise<void> {
  const { source, plan, merchantId, cells } = move
  await takeMove(source, move, { state: 'copying', cellId: cells.to })
  await stopLog(source, plan, merchantId)
  await forgetMove(source, move)
  await turnHidingOff(source, plan)
}

async function removeCopy(move: Move): Promise<void> {
  const { target, plan, merchantId, cells } = move
  // Rows that the merchant left in the target before belong to an earlier move.
  if ((await findMove(target, merchantId))?.state !== 'arriving') return
  await takeMove(target, move, { state: 'arriving', cellId: cells.from })
  await removeRows(target, plan, merchantId)
  await forgetArrival(target, move)
  await turnHidingOff(target, plan)
}
