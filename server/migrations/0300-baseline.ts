import { Migration } from '@mikro-orm/migrations'
import { systemClock } from '../src/kernel/clock.ts'
import { AUDIT_TABLES } from './baseline/audit.ts'
import { CHARGE_TABLES } from './baseline/charge.ts'
import { JOB_TABLES } from './baseline/job.ts'
import { LEDGER_TABLES } from './baseline/ledger.ts'
import { MERCHANT_TABLES } from './baseline/merchant.ts'
import { NETWORK_TABLES } from './baseline/network.ts'
import { PAYMENT_TABLES } from './baseline/payment.ts'
import { PAYOUT_TABLES } from './baseline/payout.ts'
import { RETURN_TABLES } from './baseline/return.ts'
import { SERVICE_MERCHANT } from './baseline/service-merchant.ts'
import { SIGN_IN_TABLES } from './baseline/sign-in.ts'
import { STAFF_TABLES } from './baseline/staff.ts'
import { WEBHOOK_ENDPOINT_TABLES } from './baseline/webhook-endpoint.ts'
import { WEBHOOK_EVENT_TABLES } from './baseline/webhook-event.ts'

/** The statements that create the schema. A group of statements refers only to tables of earlier groups. */
const SCHEMA: readonly string[] = [
  ...MERCHANT_TABLES,
  ...LEDGER_TABLES,
  ...CHARGE_TABLES,
  ...PAYMENT_TABLES,
  ...NETWORK_TABLES,
  ...RETURN_TABLES,
  ...PAYOUT_TABLES,
  ...WEBHOOK_ENDPOINT_TABLES,
  ...WEBHOOK_EVENT_TABLES,
  ...STAFF_TABLES,
  ...SIGN_IN_TABLES,
  ...AUDIT_TABLES,
  ...JOB_TABLES,
  ...SERVICE_MERCHANT,
]

/**
 * The statements that set the comments of tables and columns. A database that adopts the baseline lacks only these
 * comments.
 */
export const COMMENTS: readonly string[] = SCHEMA.filter((statement) => statement.startsWith('comment on '))

/** Creates the schema in an empty database. */
export class AddBaseline extends Migration {
  override up(): void {
    for (const statement of SCHEMA) this.addSql(statement)
    // Lets the service's readiness check read the applied migrations and compare them with those of the build.
    this.addSql('grant select on migration to pix_app')
    this.addSql(`select maintain_webhook_partitions('${systemClock.now().toISOString()}')`)
  }
}
