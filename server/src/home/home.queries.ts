import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely'
import { FinancialCase } from '../cases/financial-case.entity.ts'
import { isVisible } from '../charges/charge.queries.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { ALL_SUSPENSIONS, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/** A charge that is `created` for longer than this is overdue, because the PSP should have answered. */
const CREATED_TOO_LONG_MS = 2 * 60_000

/** The number of rows in a section of the page. The list pages show all rows. */
export const SHOWN_MAX = 20
const COUNTED_MAX = 1_000
const CHARGES_COUNTED_MAX = 10_000

/** The merchant and the days of the home page. */
export interface HomeScope {
  /** The IANA time zone that defines the days. */
  zone: string
  /** The merchant of the home page; null for all merchants. */
  merchantId: string | null
}

/**
 * The number of charges that merchants created in a period, and how many of them were paid in it. At most 10000 charges
 * are counted.
 */
export interface CreatedCharges {
  created: number
  paid: number
}

/** The numbers of items that need attention. A number of 1001 means more than 1000. */
export interface SupportCounts {
  createdTooLong: number
  openDisputes: number
  /** Open disputes with evidence that staff have not forwarded to the PSP. */
  evidenceToForward: number
  failingEndpoints: number
  /**
   * How long the oldest due delivery has waited, in whole seconds; it is the longest lag of the endpoints that are not
   * off.
   */
  deliveryLagSeconds: number
  /** The charges since the start of the day. */
  chargesToday: CreatedCharges
  /** The charges on the same day of last week, up to the same time of the day. */
  chargesLastWeek: CreatedCharges
}

/** Returns the time such that a charge created before it and still in `created` is overdue. */
export const createdTooLongCutoff = (ctx: Context): Date => plusMs(ctx.clock.now(), -CREATED_TOO_LONG_MS)

/** Reads the counts for support in one SQL statement. @throws Problem validation_error: `zone`. */
export async function readSupportCounts(ctx: Context, scope: HomeScope): Promise<SupportCounts> {
  const now = ctx.clock.now()
  const { merchantId } = scope
  const [today, lastWeek] = [createdCharges(ctx, scope, 0), createdCharges(ctx, scope, 7)]
  const row = await db(ctx)
    .selectNoFrom([
      countOf(chargesCreatedTooLong(ctx, merchantId)).as('created'),
      countOf(openDisputes(merchantId)).as('disputes'),
      countOf(disputesToForward(merchantId).limit(COUNTED_MAX + 1)).as('toForward'),
      countOf(failingEndpoints(merchantId)).as('failing'),
      oldestDueDelivery(now, merchantId).as('oldestDueAt'),
    ])
    .select(() => [today.created.as('createdToday'), today.paid.as('paidToday')])
    .select(() => [lastWeek.created.as('createdLastWeek'), lastWeek.paid.as('paidLastWeek')])
    .executeTakeFirstOrThrow()
  const { created, disputes, toForward, failing, oldestDueAt } = row
  return {
    createdTooLong: Number(created),
    openDisputes: Number(disputes),
    evidenceToForward: Number(toForward),
    failingEndpoints: Number(failing),
    deliveryLagSeconds: oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) : 0,
    chargesToday: { created: Number(row.createdToday), paid: Number(row.paidToday) },
    chargesLastWeek: { created: Number(row.createdLastWeek), paid: Number(row.paidLastWeek) },
  }
}

const tables = expressionBuilder<Tables>()

/** Builds a subquery that returns the number of rows of a query. */
const countOf = (rows: SelectQueryBuilder<Tables, keyof Tables, { id: string }>) =>
  tables.selectFrom(rows.as('row')).select(({ fn }) => fn.countAll<bigint>().as('count'))

const chargesCreatedTooLong = (ctx: Context, merchantId: string | null) =>
  tables
    .selectFrom('charge')
    .select('id')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .where('status', '=', 'created')
    .where('created_at', '<', createdTooLongCutoff(ctx))
    .where(isVisible(ctx.clock.now()))
    .limit(COUNTED_MAX + 1)

const openDisputes = (merchantId: string | null) =>
  tables
    .selectFrom('financial_case')
    .select('id')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .where('kind', '=', 'dispute')
    .where('status', '=', 'open')
    .limit(COUNTED_MAX + 1)

const disputesOpen = (merchantId: string | null) =>
  tables
    .selectFrom('dispute')
    .select('case_id as id')
    .where('status', '=', 'open')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))

/** Selects the open disputes with evidence that staff have not forwarded to the PSP. */
const disputesToForward = (merchantId: string | null) =>
  disputesOpen(merchantId).where('evidence_at', 'is not', null).where('evidence_forwarded_at', 'is', null)

/** Returns the cases of the first disputes whose evidence staff must forward, ordered by deadline. */
export const listDisputesToForward = (ctx: Context, merchantId: string | null): Promise<FinancialCase[]> =>
  listByDeadline(ctx, disputesToForward(merchantId))

/** Returns the cases of the first open disputes, ordered by deadline. Disputes whose deadline has passed come last. */
export const listOpenDisputes = (ctx: Context, merchantId: string | null): Promise<FinancialCase[]> =>
  listByDeadline(ctx, disputesOpen(merchantId))

async function listByDeadline(
  ctx: Context,
  disputes: SelectQueryBuilder<Tables, 'dispute', { id: string }>,
): Promise<FinancialCase[]> {
  const isPast = sql<boolean>`answer_until <= ${ctx.clock.now()}`
  const first = disputes
    .select(['merchant_id as merchantId', 'answer_until as until', isPast.as('isPast')])
    .orderBy('isPast')
    .orderBy('answer_until')
    .orderBy('case_id')
    .limit(SHOWN_MAX)
  const keys = await db(ctx)
    .selectFrom(first.as('d'))
    .select(['d.merchantId', 'd.id'])
    .orderBy('d.isPast')
    .orderBy('d.until')
    .orderBy('d.id')
    .execute()
  if (keys.length === 0) return []
  const cases = await entities(ctx).find(FinancialCase, { $or: keys })
  const byId = new Map(cases.map((one) => [one.id, one]))
  return keys.flatMap(({ id }) => byId.get(id) ?? [])
}

const failingEndpoints = (merchantId: string | null) =>
  tables
    .selectFrom('webhook_endpoint')
    .select('id')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .where((endpoint) => {
      const isFailing = [endpoint('status', '=', 'active'), endpoint('consecutive_failures', '>', 0)]
      const isDisabled = [endpoint('status', '=', 'disabled'), endpoint('disabled_reason', '<>', 'manual')]
      return endpoint.or([endpoint.and(isFailing), endpoint.and(isDisabled)])
    })

/**
 * Selects the time of the oldest due attempt. It includes the same endpoints as the lag on the page of the endpoints.
 */
function oldestDueDelivery(now: Date, merchantId: string | null) {
  const firstDue = tables
    .selectFrom('webhook_delivery')
    .select('next_attempt_at')
    .whereRef('endpoint_id', '=', sql.ref('e.id'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
  return tables
    .selectFrom('webhook_endpoint as e')
    .crossJoinLateral(firstDue.as('d'))
    .select(({ fn }) => fn.min('d.next_attempt_at').as('at'))
    .where('e.status', '<>', 'off')
    .$if(merchantId !== null, (query) => query.where('e.merchant_id', '=', merchantId))
}

/**
 * Selects how many charges were created, and how many of them were paid, on the local day `daysAgo` days ago, up to the
 * current time of the day. It reads at most CHARGES_COUNTED_MAX charges.
 */
function createdCharges(ctx: Context, { zone, merchantId }: HomeScope, daysAgo: number) {
  const checkedZone = checkZone(zone)
  const local = sql`((${ctx.clock.now()}::timestamptz at time zone ${checkedZone}) - make_interval(days => ${daysAgo}))`
  const until = sql<Date>`(${local} at time zone ${checkedZone})`
  const charges = tables
    .selectFrom('charge')
    .select('paid_at')
    .where('created_at', '>=', sql<Date>`(date_trunc('day', ${local}) at time zone ${checkedZone})`)
    .where('created_at', '<=', until)
    .where(isVisible(ctx.clock.now()))
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHARGES_COUNTED_MAX)
  const counted = tables.selectFrom(charges.as('row'))
  return {
    created: counted.select(({ fn }) => fn.countAll<bigint>().as('count')),
    paid: counted.select(({ fn }) =>
      fn.countAll<bigint>().filterWhere('row.paid_at', '<=', until).as('count'),
    ),
  }
}

/** A merchant whose payouts are suspended. */
export interface SuspendedMerchant {
  merchantId: string
  codes: SuspensionReason['code'][]
}

/**
 * Lists the merchants whose payouts are suspended for any reason, without the service's internal merchant: the first
 * `SHOWN_MAX` by name, and the number of all.
 */
export async function listSuspended(
  ctx: Context,
  merchantId: string | null,
): Promise<{ suspendedMerchants: SuspendedMerchant[]; suspendedCount: number }> {
  const rows = await db(ctx)
    .selectFrom(ALL_SUSPENSIONS.as('reason'))
    .innerJoin('merchant as m', 'm.id', 'reason.merchantId')
    .select(({ fn }) => [
      'reason.merchantId',
      fn
        .agg<SuspensionReason['code'][]>('array_agg', ['reason.code'])
        .distinct()
        .orderBy('reason.code')
        .as('codes'),
      fn.countAll<bigint>().over().as('total'),
    ])
    .where('m.id', '<>', SERVICE_MERCHANT_ID)
    .$if(merchantId !== null, (query) => query.where('m.id', '=', merchantId))
    .groupBy(['reason.merchantId', 'm.name'])
    .orderBy('m.name')
    .orderBy('reason.merchantId')
    .limit(SHOWN_MAX)
    .execute()
  return { suspendedMerchants: rows, suspendedCount: Number(rows[0]?.total ?? 0) }
}
