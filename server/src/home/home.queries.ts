import { expressionBuilder, sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isVisible } from '../charges/charge.queries.ts'
import type { Context } from '../kernel/context.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { ALL_SUSPENSIONS, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { lagSecondsAt, selectOldestPending } from '../webhooks/endpoints/endpoint.queries.ts'

/** The maximum number of rows in a section of the home page. The list pages show all rows. */
export const SHOWN_MAX = 20
/** Counting stops at this number plus one. So a count of `HOME_COUNTED_MAX` or less is exact. */
export const HOME_COUNTED_MAX = 1_000
/** The maximum number of payouts on the home page. */
export const LAST_PAYOUTS = 10
const CHARGES_COUNTED_MAX = 10_000
/** The maximum number of pending deliveries that the query of the longest delivery lag reads of each endpoint. */
const PENDING_READ_MAX = 500

/** The merchant whose data the home page shows, and the time zone in which its days begin and end. */
export interface HomeScope {
  /** The IANA time zone that defines the days. */
  zone: string
  /** The merchant of the home page; null for all merchants. */
  merchantId: string | null
}

/**
 * The number and the sum of the charges that merchants created in a period, and of those that were also paid in this
 * period. At most 10000 charges are counted.
 */
export interface CreatedCharges {
  created: number
  createdCents: bigint
  paid: number
  paidCents: bigint
}

/** The id of a merchant, by which data loaders load the other values of the merchant. */
export interface MerchantReference {
  merchantId: string
}

/** The numbers of items that need attention. A number of 1001 disputes means more than 1000. */
export interface SupportCounts {
  /** The disputes that wait for a decision. Excludes an accepted dispute whose money is still being returned. */
  openDisputes: number
  /** Open disputes with evidence that staff have not forwarded to the PSP. */
  evidenceToForward: number
  failingEndpoints: number
  /** The longest delivery lag of all endpoints that are not off, as in `EndpointHealth`. */
  deliveryLagSeconds: number
  /** The merchant of the endpoint with the longest delivery lag; null if no delivery is pending. */
  mostDelayed: MerchantReference | null
  /** The charges since the start of the day. */
  chargesToday: CreatedCharges
  /** The charges on the same day of last week, up to the same time of the day. */
  chargesLastWeek: CreatedCharges
}

/**
 * Reads the counts for support in one SQL statement.
 * @throws Problem validation_error with the field `zone`: the time zone is unknown.
 */
export async function readSupportCounts(ctx: Context, scope: HomeScope): Promise<SupportCounts> {
  const { merchantId } = scope
  const row = await db(ctx)
    .selectFrom([createdCharges(ctx, scope, 0).as('today'), createdCharges(ctx, scope, 7).as('lastWeek')])
    .leftJoin(mostDelayedEndpoint(merchantId).as('delayed'), (join) => join.onTrue())
    .select(['today.created', 'today.createdCents', 'today.paid', 'today.paidCents'])
    .select((eb) => [
      eb.ref('lastWeek.created').as('lastCreated'),
      eb.ref('lastWeek.createdCents').as('lastCreatedCents'),
      eb.ref('lastWeek.paid').as('lastPaid'),
      eb.ref('lastWeek.paidCents').as('lastPaidCents'),
      countOf(openDisputes(merchantId)).as('disputes'),
      countOf(disputesToForward(merchantId)).as('toForward'),
      countOf(failingEndpoints(merchantId)).as('failing'),
      eb.ref('delayed.oldestPendingAt').as('oldestPendingAt'),
      eb.ref('delayed.merchantId').as('delayedId'),
    ])
    .executeTakeFirstOrThrow()
  const { created, createdCents, paid, paidCents, oldestPendingAt, delayedId } = row
  return {
    openDisputes: Number(row.disputes),
    evidenceToForward: Number(row.toForward),
    failingEndpoints: Number(row.failing),
    deliveryLagSeconds: lagSecondsAt(ctx.clock.now(), oldestPendingAt),
    mostDelayed: delayedId === null ? null : { merchantId: delayedId },
    chargesToday: { created: Number(created), createdCents, paid: Number(paid), paidCents },
    chargesLastWeek: {
      created: Number(row.lastCreated),
      createdCents: row.lastCreatedCents,
      paid: Number(row.lastPaid),
      paidCents: row.lastPaidCents,
    },
  }
}

const tables = expressionBuilder<Tables>()

/** Builds a subquery that returns the number of rows of a query. */
const countOf = (rows: SelectQueryBuilder<Tables, keyof Tables, { id: string }>) =>
  tables.selectFrom(rows.as('row')).select(({ fn }) => fn.countAll<bigint>().as('count'))

/** Selects the disputes that wait for a decision, at most HOME_COUNTED_MAX + 1 of them. */
const openDisputes = (merchantId: string | null) =>
  tables
    .selectFrom('dispute')
    .select('case_id as id')
    .where('status', '=', 'open')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .limit(HOME_COUNTED_MAX + 1)

/** Selects the open disputes with evidence that staff have not forwarded to the PSP. */
const disputesToForward = (merchantId: string | null) =>
  openDisputes(merchantId).where('evidence_at', 'is not', null).where('evidence_forwarded_at', 'is', null)

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
 * Selects the endpoint with the longest delivery lag, by the same rule as the health of an endpoint. Reads at most
 * PENDING_READ_MAX deliveries of each endpoint, because this query reads the deliveries of all endpoints.
 */
const mostDelayedEndpoint = (merchantId: string | null) =>
  tables
    .selectFrom('webhook_endpoint as e')
    .crossJoinLateral((endpoint) => selectOldestPending(endpoint, PENDING_READ_MAX).as('waiting'))
    .select(['e.merchant_id as merchantId', 'waiting.oldestPendingAt'])
    .where('e.status', '<>', 'off')
    .where('waiting.oldestPendingAt', 'is not', null)
    .$if(merchantId !== null, (query) => query.where('e.merchant_id', '=', merchantId))
    .orderBy('waiting.oldestPendingAt')
    .orderBy('e.id')
    .limit(1)

/**
 * Selects the number and the sum of the charges of the local day `daysAgo` days ago, up to the current time of the day.
 * Selects the number and the sum once for all charges created in this time, and once for those that were also paid in
 * this time. Reads at most CHARGES_COUNTED_MAX charges.
 */
function createdCharges(ctx: Context, { zone, merchantId }: HomeScope, daysAgo: number) {
  const checkedZone = checkZone(zone)
  const local = sql`((${ctx.clock.now()}::timestamptz at time zone ${checkedZone}) - make_interval(days => ${daysAgo}))`
  const until = sql<Date>`(${local} at time zone ${checkedZone})`
  const charges = tables
    .selectFrom('charge')
    .select(['amount_cents', 'paid_at'])
    .where('created_at', '>=', sql<Date>`(date_trunc('day', ${local}) at time zone ${checkedZone})`)
    .where('created_at', '<=', until)
    .where(isVisible(ctx.clock.now()))
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CHARGES_COUNTED_MAX)
  return tables.selectFrom(charges.as('row')).select(({ fn }) => {
    const isPaid = sql<SqlBool>`${sql.ref('row.paid_at')} <= ${until}`
    return [
      fn.countAll<bigint>().as('created'),
      sumOrZero(fn.sum('row.amount_cents')).as('createdCents'),
      fn.countAll<bigint>().filterWhere(isPaid).as('paid'),
      sumOrZero(fn.sum('row.amount_cents').filterWhere(isPaid)).as('paidCents'),
    ]
  })
}

/** A merchant whose payouts are suspended. */
export interface SuspendedMerchant {
  merchantId: string
  codes: SuspensionReason['code'][]
}

/**
 * Lists the first `SHOWN_MAX` merchants, by name, whose payouts are suspended for any reason. Also returns the number
 * of all such merchants. Excludes the service's internal merchant.
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
