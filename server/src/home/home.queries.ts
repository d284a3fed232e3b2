import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { listPositionsOfAll, movementBetween, type Positions } from '../ledger/positions-at.ts'
import { SUSPENSIONS, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/** A charge that stays `created` for longer is overdue: the network should have answered. */
const CREATED_TOO_LONG_MS = 2 * 60_000

/** Rows per section of the page. The list pages show all rows. */
export const SHOWN_MAX = 20
const COUNTED_MAX = 1_000

/** Counts of what needs attention. A count of 1001 means more than 1000. */
export interface SupportCounts {
  createdTooLong: number
  openDisputes: number
  failingEndpoints: number
  /** Whole seconds that the oldest due delivery has waited. Paused and rate-limited endpoints do not count. */
  deliveryLagSeconds: number
}

/** Returns the creation time before which a charge in `created` is overdue. */
export const createdTooLongCutoff = (ctx: Context): Date => plusMs(ctx.clock.now(), -CREATED_TOO_LONG_MS)

/** Reads the counts for support in one SQL statement. */
export async function readSupportCounts(ctx: Context): Promise<SupportCounts> {
  const now = ctx.clock.now()
  const [row] = await sql<{ created: bigint; disputes: bigint; failing: bigint; oldestDueAt: Date | null }>(
    ctx,
    COUNTS,
    [createdTooLongCutoff(ctx), COUNTED_MAX + 1, now],
  )
  if (!row) throw new Error('BUG: readSupportCounts: the aggregate query returned no row')
  const { created, disputes, failing, oldestDueAt } = row
  return {
    createdTooLong: Number(created),
    openDisputes: Number(disputes),
    failingEndpoints: Number(failing),
    deliveryLagSeconds: oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) : 0,
  }
}

// Deliveries to a paused or rate-limited endpoint wait on purpose, so they do not count as lag.
const COUNTS = `
  select
    (select count(*) from (select from charge where status = 'created' and created_at < $1
      and (issuing_until is null or issuing_until <= $3) limit $2) c) as created,
    (select count(*) from (select from financial_case where kind = 'dispute' and status = 'open' limit $2) f)
      as disputes,
    (select count(*) from webhook_endpoint
      where status = 'active' and consecutive_failures > 0 or status = 'disabled' and disabled_reason <> 'manual')
      as failing,
    (select min(d.next_attempt_at) from webhook_endpoint e cross join lateral (
        select next_attempt_at from webhook_delivery
        where endpoint_id = e.id and status = 'pending' and next_attempt_at <= $3
        order by next_attempt_at, id limit 1) d
      where e.status = 'active' and (e.paused_until is null or e.paused_until <= $3)
        and (e.rate_limited_until is null or e.rate_limited_until <= $3)) as "oldestDueAt"`

/** The positions of all merchants now, and their change today and over seven days including today. */
export interface FinanceMovement {
  positions: Positions
  today: Positions
  sevenDays: Positions
}

/** Reads the positions and their changes. `zone` (IANA) defines the days. @throws Problem validation_error: `zone`. */
export async function readMovement(ctx: Context, zone: string): Promise<FinanceMovement> {
  const now = ctx.clock.now()
  const [starts] = await sql<{ today: Date; sevenDays: Date }>(ctx, DAY_STARTS, [now, checkZone(zone)])
  if (!starts) throw new Error('BUG: readMovement: the query of the day returned no row')
  // The opening positions of a day are those one millisecond before it starts.
  const moments = [plusMs(starts.sevenDays, -1), plusMs(starts.today, -1), now]
  const [before = ZERO_POSITIONS, yesterday = ZERO_POSITIONS, positions = ZERO_POSITIONS] =
    await listPositionsOfAll(ctx, moments)
  return {
    positions,
    today: movementBetween(yesterday, positions),
    sevenDays: movementBetween(before, positions),
  }
}

const DAY_STARTS = `
  select day.begins at time zone $2 as today, (day.begins - interval '6 days') at time zone $2 as "sevenDays"
  from (select date_trunc('day', $1::timestamptz at time zone $2) as begins) day`

const ZERO_POSITIONS: Positions = {
  pendingCents: 0n,
  availableCents: 0n,
  contractReserveCents: 0n,
  blockedCents: 0n,
  payoutReservedCents: 0n,
  receivableCents: 0n,
  totalCents: 0n,
  asOf: new Date(0),
}

/** A merchant whose payouts are suspended. */
export interface SuspendedMerchant {
  merchantId: string
  codes: SuspensionReason['code'][]
}

/**
 * Lists the merchants whose payouts are suspended for any reason, without the service's own merchant: the first
 * `SHOWN_MAX` by name, and the count of all.
 */
export async function listSuspended(
  ctx: Context,
): Promise<{ suspendedMerchants: SuspendedMerchant[]; suspendedCount: number }> {
  const rows = await sql<SuspendedMerchant & { total: bigint }>(ctx, SUSPENDED, [
    SHOWN_MAX,
    SERVICE_MERCHANT_ID,
  ])
  return { suspendedMerchants: rows, suspendedCount: Number(rows[0]?.total ?? 0) }
}

const SUSPENDED = `
  select reasons.merchant_id as "merchantId", array_agg(distinct code order by code) as codes,
    count(*) over () as total
  from (${SUSPENSIONS}) reasons
  join merchant m on m.id = reasons.merchant_id
  where m.id <> $2
  group by reasons.merchant_id, m.name order by m.name, reasons.merchant_id limit $1`
