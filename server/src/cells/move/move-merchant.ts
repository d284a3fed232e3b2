import { systemClock } from '../../kernel/clock.ts'
import { sqlState } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { SERVICE_MERCHANT_ID } from '../../merchants/merchant.entity.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { DIRECTORY_POLL_MS } from '../directory.ts'
import { findMoving, FREEZE_MS, freezeMove, isSwitched, startMove, switchMove } from '../move-place.ts'
import { takeMove } from './attempt.sql.ts'
import { completeMove, type MoveReport } from './complete-move.ts'
import { compareContents, compareLedgers } from './compare-copies.sql.ts'
import {
  endFreezeNow,
  findLeftCell,
  lockMove,
  openMove,
  unlockMove,
  type MoveTools,
} from './connections.sql.ts'
import { copyAll, copyChanges, type Move } from './copy-merchant.sql.ts'
import { finishCopy } from './finish-copy.ts'
import { freezeSource } from './freeze.sql.ts'
import { copyPartitions, startLog, turnHidingOn } from './hide-tables.sql.ts'
import { removeRows } from './remove-rows.sql.ts'
import { findUnusable, hasMerchant, readKeyHashes, readMigrationNames } from './source-rows.sql.ts'

/** How long the move waits until all processes refuse the merchant's calls, in milliseconds. */
const KNOWN_MS = DIRECTORY_POLL_MS + 150
const FREEZES_MAX = 10
/** SQLSTATE of a lock timeout. */
const LOCK_TIMEOUT = '55P03'
const FREEZE_PAUSE_MS = 1_000
/** A round that copies fewer rows than this is the last round of the step `catch_up`. */
const FEW_ROWS = 200
const ROUNDS_MAX = 20

export interface MoveOptions {
  merchantId: string
  /** The cell to which the merchant moves. */
  to: string
  /** The receiving accounts of the target for new charges, in order; by default, the account `default`. */
  accounts: readonly string[]
}

/**
 * Moves a merchant to another cell, or continues a move that was interrupted. See decision 0984.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws Problem conflict, for example reason `same_cell` or `move_is_running`.
 * @throws Problem service_unavailable, reason `merchant_is_busy`: each of the FREEZES_MAX freezes ended before the
 * switch.
 */
export async function moveMerchant(tools: MoveTools, options: MoveOptions): Promise<MoveReport> {
  const { merchantId, to } = options
  if (merchantId === SERVICE_MERCHANT_ID) throw new Problem('conflict', { reason: 'service_merchant' })
  await lockMove(tools, merchantId)
  try {
    const place = await findMoving(tools.control, merchantId)
    const isThere = place.cellId === to && (place.state === 'active' || isSwitched(place))
    if (!isThere) return await moveFrom(tools, place.cellId, options)
    const left = await findLeftCell(tools, merchantId, to)
    if (left === undefined && !isSwitched(place)) throw new Problem('conflict', { reason: 'same_cell' })
    return await completeMove(tools, await openMove(tools, merchantId, { from: left ?? to, to }), NOTHING)
  } finally {
    await unlockMove(tools, merchantId)
  }
}

const NOTHING = { copiedRows: 0, frozenRows: 0, givenUpFreezes: 0, startedMs: undefined }

async function moveFrom(tools: MoveTools, from: string, options: MoveOptions): Promise<MoveReport> {
  const { merchantId, to } = options
  const move = await openMove(tools, merchantId, { from, to })
  await refuseUnfit(move, options.accounts)
  await tools.onStep('start')
  await endFreezeNow(tools, merchantId)
  await startMove(tools.control, merchantId, to)
  await finishEarlierMove(tools, move)
  await takeMove(move.source, move, { state: 'copying', cellId: to })
  await takeMove(move.target, move, { state: 'arriving', cellId: from })
  let copiedRows = await copyWorking(tools, move)
  for (let givenUpFreezes = 0; ; givenUpFreezes++) {
    const freeze: Freeze = { ...options, startedMs: performance.now(), hasFinished: false }
    const { startedMs } = freeze
    try {
      const frozenRows = await switchFrozen(tools, move, freeze)
      return await completeMove(tools, move, { copiedRows, frozenRows, givenUpFreezes, startedMs })
    } catch (error) {
      if (!isBusy(error) || givenUpFreezes === FREEZES_MAX) throw error
      await systemClock.sleep(FREEZE_PAUSE_MS)
      // `finishCopy` has written entries in the target that the source does not have, so copy all rows again.
      if (freeze.hasFinished) copiedRows += await copyWorking(tools, move)
    }
  }
}

interface Freeze {
  accounts: readonly string[]
  startedMs: number
  /** Whether the move may have written rows in the target that the source does not have. */
  hasFinished: boolean
}

async function refuseUnfit({ source, target, merchantId }: Move, accounts: readonly string[]): Promise<void> {
  if (!(await hasMerchant(source, merchantId)))
    throw new Problem('not_found', { reason: 'account_not_found' })
  if ((await readMigrationNames(source)) !== (await readMigrationNames(target)))
    throw new Problem('conflict', { reason: 'migrations_differ' })
  const unusable = await findUnusable(target, accounts)
  if (unusable.length > 0) throw new Problem('conflict', { reason: 'no_receiving_account' })
}

/** Completes an earlier move to the merchant's current cell, if the cell that the merchant left still has its rows. */
async function finishEarlierMove(tools: MoveTools, { merchantId, cells: { from: to } }: Move): Promise<void> {
  const from = await findLeftCell(tools, merchantId, to)
  if (from === undefined) return
  const before = await openMove(tools, merchantId, { from, to })
  await completeMove({ ...tools, onStep: () => undefined }, before, NOTHING)
}

/**
 * Copies all rows while the service still serves the merchant, and verifies the copy. Returns the number of copied
 * rows.
 */
async function copyWorking({ onStep, owner }: MoveTools, move: Move): Promise<number> {
  const { source, target, plan, merchantId, cells } = move
  await onStep('prepare')
  await turnHidingOn(target, plan)
  await removeRows(target, plan, merchantId)
  await copyPartitions(source, target)
  await startLog(source, plan, merchantId)
  await turnHidingOn(source, plan)
  await onStep('copy')
  const counts = await copyAll(move)
  let copiedRows = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
  await onStep('catch_up')
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { rows } = await copyChanges(move)
    copiedRows += rows
    if (rows < FEW_ROWS) break
  }
  await onStep('compare')
  copiedRows += (await copyChanges(move, { compare: () => compareContents(move) })).rows
  await onStep('verify_copy')
  await verifyCopy(owner(cells.to), merchantId)
  return copiedRows + (await copyChanges(move)).rows
}

/**
 * The number of the ledger invariant `network_agrees`, which covers the clearing accounts. This invariant may fail
 * before the freeze, because the names of these accounts change only during the freeze.
 */
const CLEARING_INVARIANT = 16

/** Verifies the merchant's ledger in the target. @throws Problem conflict, reason `ledger_not_sound`. */
async function verifyCopy(ctx: ReturnType<MoveTools['owner']>, merchantId: string): Promise<void> {
  const { findings } = await verifyLedger(ctx, { merchantId })
  if (findings.some(({ invariant }) => invariant !== CLEARING_INVARIANT))
    throw new Problem('conflict', { reason: 'ledger_not_sound' })
}

/**
 * Freezes the merchant, copies the remaining changes and switches the directory. If one of these steps fails or takes
 * too long, ends the freeze. Returns the number of rows that were copied during the freeze.
 */
async function switchFrozen(tools: MoveTools, move: Move, freeze: Freeze): Promise<number> {
  const { control, onStep, owner } = tools
  const { source, merchantId, cells, plan } = move
  const untilMs = freeze.startedMs + FREEZE_MS
  await onStep('freeze')
  const freezeVersion = await freezeMove(control, merchantId)
  try {
    const knownMs = performance.now() + KNOWN_MS
    await onStep('hide')
    await freezeSource(source, move, { plan, freezeVersion, knownMs, untilMs })
    await onStep('copy_rest')
    const { rows } = await copyChanges(move, { idleMs: FREEZE_MS })
    await compareLedgers(move)
    refuseLate(untilMs)
    await onStep('finish_copy')
    freeze.hasFinished = true
    await finishCopy(owner(cells.to), move, { accounts: freeze.accounts, freezeVersion })
    const hashes = await readKeyHashes(source, merchantId)
    refuseLate(untilMs)
    await onStep('switch')
    await switchMove(control, merchantId, { version: freezeVersion, hashes })
    return rows
  } catch (error) {
    // The switch may have been committed although its SQL statement failed. In that case, this call shows the rows in
    // the target.
    await endFreezeNow(tools, merchantId)
    throw error
  }
}

/** Refuses to continue after `untilMs`. @throws Problem service_unavailable, reason `merchant_is_busy`. */
function refuseLate(untilMs: number): void {
  if (performance.now() > untilMs) throw new Problem('service_unavailable', { reason: 'merchant_is_busy' })
}

const BUSY_REASONS = ['merchant_is_busy', 'freeze_has_ended']

/**
 * Returns whether the freeze may succeed later. A lock timeout means that another transaction had the lock of the
 * ledger for too long.
 */
const isBusy = (error: unknown): boolean =>
  error instanceof Problem
    ? BUSY_REASONS.some((reason) => reason === error.details.reason)
    : sqlState(error) === LOCK_TIMEOUT
