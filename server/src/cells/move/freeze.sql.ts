import type { Client } from 'pg'
import { systemClock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import { hideFrozen, type Attempt } from './attempt.sql.ts'
import { FREEZE_MS } from '../move-place.ts'
import { inTransaction } from './copy-merchant.sql.ts'
import type { TablePlan } from './table-plan.sql.ts'

/** How long the freeze waits for the lock of the ledger, in milliseconds. */
const LEDGER_MS = 900
const POLL_MS = 5

/** Modes of locks of transactions that may write, or that lock rows. */
const WRITERS = [
  'RowShareLock',
  'RowExclusiveLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
]

interface FreezeOptions {
  plan: readonly TablePlan[]
  freezeVersion: bigint
  /**
   * When all processes know of the freeze (`knownMs`), and when the freeze must be complete (`untilMs`), as times of
   * `performance.now()`.
   */
  knownMs: number
  untilMs: number
}

/**
 * Hides the rows of the merchant in the source, and waits until every earlier transaction that can still write these
 * rows has ended. An SQL statement that begins later sees that the rows are hidden, because PostgreSQL takes the
 * snapshot of a statement after the locks of the statement. Locks the ledger before `knownMs`, so that no new write of
 * the merchant delays the hiding.
 * @throws Problem service_unavailable, reason `merchant_is_busy`: a transaction has not ended by `untilMs`.
 * @throws Problem conflict, reason `freeze_has_ended`.
 */
export async function freezeSource(
  client: Client,
  attempt: Attempt,
  { plan, freezeVersion, knownMs, untilMs }: FreezeOptions,
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${LEDGER_MS}`)
    await client.query(`set local idle_in_transaction_session_timeout = ${FREEZE_MS}`)
    await client.query('select from ledger_head where merchant_id = $1 for no key update', [
      attempt.merchantId,
    ])
    await systemClock.sleep(Math.max(0, knownMs - performance.now()))
    await hideFrozen(client, attempt, freezeVersion)
  })
  const writers = await findWriters(client, plan)
  while (await isRunning(client, writers)) {
    if (performance.now() > untilMs) throw new Problem('service_unavailable', { reason: 'merchant_is_busy' })
    await systemClock.sleep(POLL_MS)
  }
}

/** Returns the transactions that have locked a moved table, or one of its partitions, for writing. */
async function findWriters(client: Client, plan: readonly TablePlan[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct l.virtualtransaction as id from pg_locks l
     where l.locktype = 'relation' and l.database = (select oid from pg_database where datname = current_database())
       and l.mode = any($1) and l.pid <> pg_backend_pid()
       and l.relation in (select oid from pg_class where relname = any($2)
         union select inhrelid from pg_inherits where inhparent in (select oid from pg_class where relname = any($2)))`,
    [WRITERS, [...plan.map(({ name }) => name), 'event_unsequenced', 'merchant_pix_account']],
  )
  return rows.map(({ id }) => id)
}

async function isRunning(client: Client, transactions: readonly string[]): Promise<boolean> {
  if (transactions.length === 0) return false
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'virtualxid' and virtualtransaction = any($1) limit 1`,
    [transactions],
  )
  return rows.length > 0
}
