import { Migration } from '@mikro-orm/migrations'
import { newExecutableByApplication } from './baseline/comments.ts'
import { CREATE_CHARGE } from './steps/create-charge.ts'
import { RECORD_EVENTS } from './steps/record-events.ts'
import { RECORD_WEBHOOK_SUCCESSES } from './steps/record-webhook-successes.ts'
import { SEQUENCE_EVENTS } from './steps/sequence-events.ts'

/**
 * Adds functions for the changes that one call makes in several tables. A function executes plain statements one after
 * the other. For a single statement with several changing parts, Citus would send the results of the parts to all
 * nodes. Every cell would then need every node. See decision 0987.
 */
export class AddStepFunctions extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/** PostgreSQL calls the functions that it reads volatile, although their values never change within a statement. */
const DATABASE_INCARNATION = `
create function database_incarnation() returns text
language sql stable
return (pg_control_system()).system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)`

const FUNCTIONS = [
  {
    create: CREATE_CHARGE,
    signature: `create_charge(uuid, uuid, text, bigint, text, text, text, integer, timestamptz, text, text, bytea, text,
    bytea, jsonb, text, bytea, timestamptz, timestamptz, text[], text[], uuid, uuid, text[])`,
    comment:
      'Inserts a charge with the current terms of its merchant, and the words of the name of the payer. Returns no row if the charge is not inserted.',
  },
  {
    create: RECORD_EVENTS,
    signature:
      'record_events(uuid[], timestamptz, text, text[], text[], text[], text[], text[], text[], uuid[], text[], uuid[])',
    comment: 'Inserts events, and a delivery of each event for each subscribed endpoint.',
  },
  {
    create: RECORD_WEBHOOK_SUCCESSES,
    signature:
      'record_webhook_successes(timestamptz, uuid[], uuid[], uuid[], uuid[], integer[], timestamptz[], integer[], jsonb)',
    comment: 'Records successful attempts whose claims are still valid. Returns their deliveries.',
  },
  {
    create: SEQUENCE_EVENTS,
    signature: 'sequence_events(integer)',
    comment: 'Moves committed events to the feed. Returns how many.',
  },
  {
    create: DATABASE_INCARNATION,
    signature: 'database_incarnation()',
    comment:
      'The system identifier and the timeline of this database. A restored or promoted database has another timeline.',
  },
]

const STATEMENTS = FUNCTIONS.flatMap(({ create, signature, comment }) => [
  create,
  `comment on function ${signature} is '${comment}'`,
  ...newExecutableByApplication(signature),
])
