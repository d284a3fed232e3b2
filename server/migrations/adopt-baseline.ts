import { COMMENTS } from './0300-baseline.ts'
import { MigrationError } from './run/migration-error.ts'
import type { Runner } from './run/runner.ts'
import { inTransaction } from './run/with-retries.ts'

const BASELINE = '0300-baseline'

/** The migrations that the baseline replaced. The baseline creates the same schema. */
const REPLACED: readonly string[] = [
  '0001-merchant',
  '0002-ledger',
  '0003-charge',
  '0004-webhook',
  '0005-staff',
  '0006-refund-and-dispute',
  '0007-settlement-and-payout',
  '0008-rate-limit',
  '0009-return-settlement',
  '0010-charge-search',
  '0020-console',
  '0021-webhook-replay',
  '0030-bank-account',
  '0031-finance-decides',
  '0040-webhook-claim',
  '0041-webhook-event-fan-out',
  '0050-post-in-sets',
  '0060-name-search',
  '0070-second-factor',
  '0075-identity-provider',
  '0080-audit-chain',
  '0081-staff-access',
  '0120-claim-by-merchant',
  '0130-charge-marks',
  '0140-password-link',
  '0160-delivery-filters',
  '0161-find-by-request',
  '0190-payout-by-time',
  '0200-find-by-cancellation',
  '0210-claim-by-health',
  '0220-replay-of-events',
  '0221-endpoint-details',
  '0230-job-failure',
  '0231-cancel-asked',
  '0240-known-network',
  '0250-payout-key',
]

/**
 * A database function that the service no longer calls. The build before the baseline kept it for still older builds.
 */
const SUPERSEDED =
  'claim_webhook_deliveries(timestamptz, integer, uuid, timestamptz, integer, integer, integer)'

/**
 * Makes a database of the build before the baseline continue with the migrations after the baseline, in one
 * transaction. Replaces the rows of the table `migration`, drops the superseded function and adds the comments. Returns
 * the names of the added rows. Does nothing in an empty database, and in a database that already has the baseline.
 * @throws MigrationError when the applied migrations are not exactly those that the baseline replaced
 */
export async function adoptBaseline(runner: Runner): Promise<string[]> {
  const adopted: string[] = []
  await inTransaction(runner, BASELINE, async (client) => {
    // Older builds do not take the advisory lock of a migration run, so this table lock makes them wait. Other sessions
    // can still read the table.
    await client.query('lock table migration in exclusive mode')
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const applied = rows.map((row) => row.name)
    if (applied.length === 0 || applied.includes(BASELINE)) return
    refuseUnlessReplaced(applied)
    await client.query('delete from migration')
    await client.query(`insert into migration (name) values ('${BASELINE}')`)
    await client.query(`drop function if exists ${SUPERSEDED}`)
    for (const comment of COMMENTS) await client.query(comment)
    adopted.push(BASELINE)
  })
  return adopted
}

function refuseUnlessReplaced(applied: readonly string[]): void {
  const [unknown] = applied.filter((name) => !REPLACED.includes(name))
  if (unknown !== undefined)
    throw new MigrationError(
      `The database has the migration ${unknown}, which this build does not know: use the build that applied it.`,
    )
  const missing = REPLACED.filter((name) => !applied.includes(name))
  if (missing.length === 0) return
  throw new MigrationError(
    `The database lacks ${missing.length} of the ${REPLACED.length} migrations before the baseline ` +
      `(the first is ${missing[0]}): run "migrate" of the build before the baseline, whose last migration is ` +
      `${REPLACED.at(-1)}, and then "migrate" of this build.`,
  )
}
