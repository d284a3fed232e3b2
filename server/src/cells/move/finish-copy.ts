import type { Client } from 'pg'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { clearingOf } from '../../ledger/chart.ts'
import { postEntries, type Entry } from '../../ledger/post-entries.ts'
import { accountInCell, DEFAULT_PIX_ACCOUNT } from '../../pix/pix-accounts.ts'
import { openClearing } from '../../pix-accounts/manage/open-clearing.ts'
import type { Move } from './copy-merchant.sql.ts'
import { readClearingCodes, readQueuedEvents, readUnlisted, type UnlistedPayment } from './source-rows.sql.ts'

/** The maximum number of events, or of journal entries, that one SQL statement writes. */
const ROWS_MAX = 1_000

/**
 * Writes the rows of the merchant that differ in the target. These are the events that are not in the feed yet, the
 * receiving accounts for new charges, and the renamed clearing accounts. `target` is a context on the target with the
 * role of the owner. A repeated call has the same result.
 */
export async function finishCopy(
  target: Context,
  move: Move,
  { accounts, freezeVersion }: { accounts: readonly string[]; freezeVersion: bigint },
): Promise<void> {
  const { merchantId, source } = move
  await transaction(target, async (tx) => {
    await expectSwitch(tx, move, freezeVersion)
    await queueEvents(tx, merchantId, source)
    await assignAccounts(tx, merchantId, accounts)
    await moveClearing(tx, move)
  })
}

/**
 * Stores the freeze after which the target may show the rows.
 * @throws Problem conflict, reason `move_was_taken_over`.
 */
async function expectSwitch(tx: Tx, { merchantId, attempt }: Move, freezeVersion: bigint): Promise<void> {
  const { numUpdatedRows } = await db(tx)
    .updateTable('merchant_move')
    .set({ freeze_version: freezeVersion })
    .where('merchant_id', '=', merchantId)
    .where('attempt', '=', attempt)
    .where('state', '=', 'arriving')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Problem('conflict', { reason: 'move_was_taken_over' })
}

async function queueEvents(tx: Tx, merchantId: string, source: Client): Promise<void> {
  await db(tx).deleteFrom('event_unsequenced').where('merchant_id', '=', merchantId).execute()
  const events = await readQueuedEvents(source, merchantId)
  for (let first = 0; first < events.length; first += ROWS_MAX)
    await db(tx)
      .insertInto('event_unsequenced')
      .values(
        events.slice(first, first + ROWS_MAX).map(({ id, createdAt }) => ({
          merchant_id: merchantId,
          event_id: id,
          event_created_at: createdAt,
        })),
      )
      .execute()
}

/**
 * Assigns receiving accounts of the target to the merchant, for new charges. If `accounts` is empty, new charges use
 * the account `default`.
 */
async function assignAccounts(tx: Tx, merchantId: string, accounts: readonly string[]): Promise<void> {
  await db(tx).deleteFrom('merchant_pix_account').where('merchant_id', '=', merchantId).execute()
  if (accounts.length === 0) return
  await db(tx)
    .insertInto('merchant_pix_account')
    .values(
      accounts.map((id, index) => ({ merchant_id: merchantId, position: index + 1, pix_account_id: id })),
    )
    .execute()
  await openClearing(tx, merchantId, accounts)
}

/**
 * Opens the clearing accounts under the target's names, and moves the money of each payment that the PSP has not listed
 * yet. See decision 0985.
 */
async function moveClearing(tx: Tx, { merchantId, source, cells, attempt }: Move): Promise<void> {
  const codes = (await readClearingCodes(source, merchantId)).map((code) =>
    clearingOf(accountInCell(accountOfClearing(code), cells)),
  )
  await db(tx)
    .insertInto('ledger_account')
    .values(
      codes.map((code) => ({
        merchant_id: merchantId,
        code,
        class: 'asset' as const,
        position: null,
        balance_cents: 0n,
        version: 0n,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const unlisted = await readUnlisted(source, merchantId)
  if (unlisted.length === 0) return
  const now = tx.clock.now()
  // The database functions that post entries refuse a merchant in the state `arriving`, whose rows are hidden. So
  // change the state until the entries are posted. Other transactions see only the state at the commit.
  await setState(tx, merchantId, 'copying')
  const entries = unlisted.map((payment) => clearingEntry(merchantId, attempt, { payment, cells, now }))
  for (let first = 0; first < entries.length; first += ROWS_MAX)
    await postEntries(tx, merchantId, entries.slice(first, first + ROWS_MAX), now)
  await setState(tx, merchantId, 'arriving')
}

/** Returns the receiving account of a clearing account. */
const accountOfClearing = (code: string): string => code.split(':')[1] ?? DEFAULT_PIX_ACCOUNT

function clearingEntry(
  merchantId: string,
  attempt: string,
  { payment, cells, now }: { payment: UnlistedPayment; cells: Move['cells']; now: Date },
): Entry {
  const { id, chargeId, amountCents, pixAccountId } = payment
  return {
    eventType: 'provider.clearing_moved',
    source: chargeId === null ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    dedupeKey: `provider.clearing_moved:${id}:${attempt}`,
    economicAt: now,
    ...(chargeId === null ? {} : { chargeId }),
    lines: [
      { code: clearingOf(accountInCell(pixAccountId, cells)), debitCents: amountCents, paymentId: id },
      { code: clearingOf(pixAccountId), creditCents: amountCents, paymentId: id },
    ],
  }
}

async function setState(tx: Tx, merchantId: string, state: 'copying' | 'arriving'): Promise<void> {
  await db(tx).updateTable('merchant_move').set({ state }).where('merchant_id', '=', merchantId).execute()
}
