import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { listPositionsOfAll, movementBetween, type Positions } from '../ledger/positions-at.ts'
import { SUSPENSIONS, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/** A charge that is `created` for longer waits for an answer of the network that is late. */
const CREATED_TOO_LONG_MS = 2 * 60_000

/** Rows of a part of the page; the lists themselves have the rest. */
export const SHOWN_MAX = 20
const COUNTED_MAX = 1_000

/** What stands still for too long, counted; 1001 stands for more than 1000. */
export interface SupportCounts {
  createdTooLong: number
  openDisputes: number
  failingEndpoints: number
  /** Whole seconds since the oldest delivery was due that nothing holds back. */
  deliveryLagSeconds: number
}

/** The limit before which a charge must have left `created`. */
export const createdTooLongCutoff = (ctx: Context): Date => plusMs(ctx.clock.now(), -CREATED_TOO_LONG_MS)

/** The numbers of support's page, in one statement. */
export async function readSupportCounts(ctx: Context): Promise<SupportCounts> {
  const now = ctx.clock.now()
  const [row] = await sql<{ created: bigint; disputes: bigint; failing: bigint; oldestDueAt: Date | null }>(
    ctx,
    COUNTS,
    [createdTooLongCutoff(ctx), COUNTED_MAX + 1, now],
  )
  if (!row) throw new Error('readSupportCounts: no row')
  const { created, disputes, failing, oldestDueAt } = row
  return {
    createdTooLong: Number(created),
    openDisputes: Number(disputes),
    failingEndpoints: Number(failing),
    deliveryLagSeconds: oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) : 0,
  }
}

// An endpoint that pauses or is at its own limit holds its deliveries back: that is no lag of ours.
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

/** What all books together hold now, and how that changed since the day began and since the seven days that end with it began. */
export interface FinanceMovement {
  positions: Positions
  today: Positions
  sevenDays: Positions
}

/** @throws Problem validation_error naming `zone`, a time zone of IANA whose days are meant. */
export async function readMovement(ctx: Context, zone: string): Promise<FinanceMovement> {
  const now = ctx.clock.now()
  const [begun] = await sql<{ today: Date; sevenDays: Date }>(ctx, DAY_STARTS, [now, checkZone(zone)])
  if (!begun) throw new Error('readMovement: no day')
  // A day begins with what stood a millisecond before it.
  const moments = [plusMs(begun.sevenDays, -1), plusMs(begun.today, -1), now]
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

/** A merchant to whom nothing is paid out at the moment. */
export interface SuspendedMerchant {
  merchantId: string
  codes: SuspensionReason['code'][]
}

/** Merchants whose payouts are suspended, by whatever reason, the house left out: the first by name, and how many. */
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
