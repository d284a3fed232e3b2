import { sql } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { listPositionsOfAll, movementBetween, type Positions } from '../ledger/positions-at.ts'
import type { HomeScope } from './home.queries.ts'

/** The positions now and their changes, of one merchant or summed over all merchants. */
export interface FinanceMovement {
  positions: Positions
  /** The change since the start of the day. */
  today: Positions
  /** The change on the same day of last week, up to the same time of the day. */
  sameDayLastWeek: Positions
  /** The change in the seven days that end today. */
  sevenDays: Positions
}

/**
 * Reads the positions and their changes.
 * @throws Problem validation_error with the field `zone`: the time zone is unknown.
 */
export async function readMovement(ctx: Context, { zone, merchantId }: HomeScope): Promise<FinanceMovement> {
  const now = ctx.clock.now()
  const checkedZone = checkZone(zone)
  const local = sql`(${now}::timestamptz at time zone ${checkedZone})`
  const day = sql`date_trunc('day', ${local})`
  const at = await db(ctx)
    .selectNoFrom([
      sql<Date>`${day} at time zone ${checkedZone}`.as('today'),
      sql<Date>`(${day} - interval '6 days') at time zone ${checkedZone}`.as('sevenDays'),
      sql<Date>`(${day} - interval '7 days') at time zone ${checkedZone}`.as('lastWeek'),
      sql<Date>`(${local} - interval '7 days') at time zone ${checkedZone}`.as('lastWeekNow'),
    ])
    .executeTakeFirstOrThrow()
  // The positions at the start of a day are the positions one millisecond before the day starts.
  const moments = [
    plusMs(at.lastWeek, -1),
    at.lastWeekNow,
    plusMs(at.sevenDays, -1),
    plusMs(at.today, -1),
    now,
  ]
  const rows = await listPositionsOfAll(ctx, moments, merchantId)
  const found = new Map(rows.map((positions) => [positions.asOf.getTime(), positions]))
  const [lastWeek, lastWeekNow, sevenDays, yesterday, positions] = moments.map(
    (moment) => found.get(moment.getTime()) ?? ZERO_POSITIONS,
  )
  if (!lastWeek || !lastWeekNow || !sevenDays || !yesterday || !positions)
    throw new Error('BUG: readMovement: a moment of the home page has no positions')
  return {
    positions,
    today: movementBetween(yesterday, positions),
    sameDayLastWeek: movementBetween(lastWeek, lastWeekNow),
    sevenDays: movementBetween(sevenDays, positions),
  }
}

const ZERO_POSITIONS: Positions = {
  pendingCents: 0n,
  availableCents: 0n,
  contractReserveCents: 0n,
  blockedCents: 0n,
  heldForPayersCents: 0n,
  payoutReservedCents: 0n,
  receivableCents: 0n,
  totalCents: 0n,
  asOf: new Date(0),
}
