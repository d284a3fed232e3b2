import { Problem } from '../../kernel/problem.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { showInTarget } from '../freeze/end-freeze.ts'
import { findMoving, isSwitched, openPlace } from '../move-place.ts'
import { setState, takeMove } from './attempt.sql.ts'
import type { MoveTools } from './connections.sql.ts'
import { copyChanges, type Move } from './copy-merchant.sql.ts'
import { stopLog, turnHidingOff } from './hide-tables.sql.ts'
import { forgetReferences, keepReferences, removeRows } from './remove-rows.sql.ts'

/** The result of a move. */
export interface MoveReport {
  from: string
  to: string
  /** How many rows were copied before the freeze (`copiedRows`), and during the freeze (`frozenRows`). */
  copiedRows: number
  frozenRows: number
  /**
   * How long the calls of the merchant were refused, in milliseconds. Zero if an earlier run has switched the merchant.
   */
  pauseMs: number
  /** How many times the freeze was given up, because a transaction of the merchant did not end in time. */
  givenUpFreezes: number
  deletedRows: number
}

/** The part of the report about the work of the run before the switch. */
type BeforeSwitch = Pick<MoveReport, 'copiedRows' | 'frozenRows' | 'givenUpFreezes'> & {
  /** When the freeze began; undefined if an earlier run has switched the merchant. */
  startedMs: number | undefined
}

/**
 * Completes a move after the switch. Shows the rows in the target, admits calls, verifies the ledger in the target, and
 * deletes the rows in the source. Every part can be repeated. If no cell has rows of the merchant from before the move,
 * the caller passes the target as the source of `move`, and no rows are deleted.
 * @throws Problem conflict, reason `ledger_not_sound`: the ledger in the target has a fault, and the source keeps its
 * hidden rows.
 */
export async function completeMove(
  { control, onStep, owner }: MoveTools,
  move: Move,
  { startedMs, ...before }: BeforeSwitch,
): Promise<MoveReport> {
  const { source, target, merchantId, cells } = move
  const isLeft = cells.from !== cells.to
  await onStep('show')
  if (isLeft) await takeMove(source, move, { state: 'left', cellId: cells.to })
  // Any process may have shown the rows and opened the place at the end of the freeze.
  const place = await findMoving(control, merchantId)
  if (isSwitched(place)) await showInTarget(owner(cells.to), merchantId, place.freezeVersion)
  await onStep('open')
  if (isSwitched(place)) await openPlace(control, merchantId, place)
  const pauseMs = startedMs === undefined ? 0 : performance.now() - startedMs
  await onStep('verify')
  const { sound } = await verifyLedger(owner(cells.to), { merchantId })
  if (!sound) throw new Problem('conflict', { reason: 'ledger_not_sound' })
  await onStep('delete')
  const deletedRows = isLeft ? await cleanSource(move) : 0
  await forgetReferences(target, merchantId)
  await turnHidingOff(target, move.plan)
  await onStep('end')
  return { from: cells.from, to: cells.to, ...before, pauseMs, deletedRows }
}

async function cleanSource(move: Move): Promise<number> {
  const { source, plan, merchantId } = move
  // Copy the request log again, because processes log the calls that they refuse after the freeze.
  await copyChanges(move, { only: 'request_log' })
  await keepReferences(source, merchantId)
  await stopLog(source, plan, merchantId)
  const deleted = await removeRows(source, plan, merchantId)
  await setState(source, move, 'gone')
  await turnHidingOff(source, plan)
  return deleted
}
