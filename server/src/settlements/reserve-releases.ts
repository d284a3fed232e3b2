import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { RELEASED_AT } from './release-reserves.ts'

/** The reserves that are released on one day. */
export interface ReserveRelease {
  /** The local day, such as `2026-11-20`. */
  day: string
  amountCents: bigint
  chargesCount: number
}

/** When a merchant's contract reserve is released. The amounts sum to the whole reserve. */
export interface ReserveSchedule {
  merchantId: string
  /** The next days with a release, earliest first. Each day is complete. */
  releases: ReserveRelease[]
  /**
   * The first day with a release that is not in `releases`, or an earlier day if not all charges were read. Null if
   * there is none.
   */
  laterFrom: string | null
  /** The reserves that are released from `laterFrom` on. */
  laterCents: bigint
}

/** The limits of a schedule. */
interface Limits {
  days: number
  /**
   * The number of charges that the query reads, of all merchants, because the index of due reserves has no merchant. A
   * day whose charges were not all read is not in `releases`.
   */
  charges: number
}

const LIMITS: Limits = { days: 7, charges: 10_000 }

/**
 * Returns the next days on which reserves of a merchant are released, by the terms of each charge. Reads at most
 * `limits.charges` charges, so that the cost does not grow with the number of charges. A release that is due but has
 * not run yet counts for the day on which it was due.
 * @throws Problem validation_error: `zone` is unknown.
 */
export async function readReserveSchedule(
  ctx: Context,
  { merchantId, zone }: { merchantId: string; zone: string },
  limits = LIMITS,
): Promise<ReserveSchedule> {
  const days = await listDays(ctx, { merchantId, zone: checkZone(zone) }, limits)
  const chargesRead = days.reduce((count, day) => count + Number(day.read), 0)
  const isCut = chargesRead > limits.charges
  const own = (isCut ? days.slice(0, -1) : days).filter(({ charges }) => charges > 0n)
  const releases = own.slice(0, limits.days).map(({ day, amountCents, charges }) => ({
    day,
    amountCents,
    chargesCount: Number(charges),
  }))
  const shownCents = releases.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const laterCents = (days[0]?.reserveCents ?? 0n) - shownCents
  // The merchant's other releases are not before the day of which only a part was read.
  const unread = isCut ? days.at(-1)?.day : undefined
  const laterFrom = laterCents === 0n ? null : (own[releases.length]?.day ?? unread ?? null)
  return { merchantId, releases, laterFrom, laterCents }
}

/**
 * Lists the days on which the next charges of all merchants release their reserves, for one charge more than the limit.
 * The amount and `charges` of a day include only charges of the merchant; `read` counts the charges of all merchants.
 * Each row also contains the whole reserve of the merchant. One SQL statement reads the days and the whole reserve, so
 * that their amounts are of the same moment.
 */
function listDays(
  ctx: Context,
  { merchantId, zone }: { merchantId: string; zone: string },
  { charges }: Limits,
) {
  const queries = db(ctx)
  const due = queries
    .selectFrom('charge as c')
    .select(['c.merchant_id as merchantId', 'c.reserve_left_cents as cents', RELEASED_AT.as('at')])
    .where('c.reserve_left_cents', '>', 0n)
    .orderBy(RELEASED_AT)
    .limit(charges + 1)
  const day = sql<string>`to_char(due.at at time zone 'UTC' at time zone ${zone}, 'YYYY-MM-DD')`
  return queries
    .selectFrom(due.as('due'))
    .select((eb) => [
      day.as('day'),
      sumOrZero(eb.fn.sum('due.cents').filterWhere('due.merchantId', '=', merchantId)).as('amountCents'),
      eb.fn.countAll<bigint>().filterWhere('due.merchantId', '=', merchantId).as('charges'),
      eb.fn.countAll<bigint>().as('read'),
      eb
        .selectFrom('ledger_account as a')
        .select((account) => sumOrZero(account.fn.sum('a.balance_cents')).as('cents'))
        .where('a.merchant_id', '=', merchantId)
        .where('a.position', '=', 'contract_reserve')
        .$asScalar()
        .$notNull()
        .as('reserveCents'),
    ])
    .groupBy('day')
    .orderBy('day')
    .execute()
}
