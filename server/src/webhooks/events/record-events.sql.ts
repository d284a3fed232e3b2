import type { Tx } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import { EVENT_VERSION } from './event-types.ts'

export interface EventRow {
  id: string
  merchantId: string
  type: string
  environment: string
  body: string
  sourceType: string
  sourceId: string
  chargeId: string | null
  /** A time-ordered UUID. The ids of the event's deliveries are derived from this UUID. */
  deliverySeed: string
  correlationId: string
}

/** Inserts the events, and a delivery for each subscribed endpoint, in one round trip. */
export async function insertEvents(tx: Tx, rows: EventRow[], now: Date): Promise<void> {
  await sql(tx, INSERT, [
    rows.map((row) => row.merchantId),
    now,
    EVENT_VERSION,
    rows.map((row) => row.id),
    rows.map((row) => row.type),
    rows.map((row) => row.environment),
    rows.map((row) => row.body),
    rows.map((row) => row.sourceType),
    rows.map((row) => row.sourceId),
    rows.map((row) => row.chargeId),
    rows.map((row) => row.deliverySeed),
    rows.map((row) => row.correlationId),
  ])
}

const INSERT = prepared('select record_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)')
