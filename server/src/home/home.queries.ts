import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely'
import { FinancialCase } from '../cases/financial-case.entity.ts'
import { isVisible } from '../charges/list-charges.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { checkZone } from '../kernel/values/zone.ts'
import { listPositionsOfAll, movementBetween, type Positions } from '../ledger/positions-at.ts'
import { ALL_SUSPENSIONS, type SuspensionReason } from '../merchants/suspension-reasons.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/** A charge that is `created` for longer than this is overdue, because the PSP should have answered. */
const CREATED_TOO_LONG_MS = 2 * 60_000

/** The number of rows in a section of the page. The list pages show all rows. */
export const SHOWN_MAX = 20
const COUNTED_MAX = 1_000

/** The numbers of items that need the attention of support. A number of 1001 means more than 1000. */
export interface SupportCounts {
  createdTooLong: number
  openDisputes: number
  /** Open disputes with evidence that staff have not forwarded to the PSP. */
  evidenceToForward: number
  failingEndpoints: number
  /** How long the oldest due delivery has waited, in whole seconds. Paused and rate-limited endpoints do not count. */
  deliveryLagSeconds: number
}

/** Returns the time before which a charge in status `created` must have been created to be overdue. */
export const createdTooLongCutoff = (ctx: Context): Date => plusMs(ctx.clock.now(), -CREATED_TOO_LONG_MS)

/** Reads the counts for support in one SQL statement. */
export async function readSupportCounts(ctx: Context): Promise<SupportCounts> {
  const now = ctx.clock.now()
  const row = await db(ctx)
    .selectNoFrom([
      countOf(chargesCreatedTooLong(ctx)).as('created'),
      countOf(openDisputes()).as('disputes'),
      countOf(disputesToForward().limit(COUNTED_MAX + 1)).as('toForward'),
      countOf(failingEndpoints()).as('failing'),
      oldestDueDelivery(now).as('oldestDueAt'),
    ])
    .executeTakeFirstOrThrow()
  const { created, disputes, toForward, failing, oldestDueAt } = row
  return {
    createdTooLong: Number(created),
    openDisputes: Number(disputes),
    evidenceToForward: Number(toForward),
    failingEndpoints: Number(failing),
    deliveryLagSeconds: oldestDueAt ? Math.floor((now.getTime() - oldestDueAt.getTime()) / 1_000) : 0,
  }
}

const tables = expressionBuilder<Tables>()

/** Builds a subquery that counts the rows of another query. */
const countOf = (rows: SelectQueryBuilder<Tables, keyof Tables, { id: string }>) =>
  tables.selectFrom(rows.as('row')).select(({ fn }) => fn.countAll<bigint>().as('count'))

const chargesCreatedTooLong = (ctx: Context) =>
  tables
    .selectFrom('charge')
    .select('id')
    .where('status', '=', 'created')
    .where('created_at', '<', createdTooLongCutoff(ctx))
    .where(isVisible(ctx.clock.now()))
    .limit(COUNTED_MAX + 1)

const openDisputes = () =>
  tables
    .selectFrom('financial_case')
    .select('id')
    .where('kind', '=', 'dispute')
    .where('status', '=', 'open')
    .limit(COUNTED_MAX + 1)

/** Selects the open disputes with evidence that staff have not forwarded to the PSP. */
const disputesToForward = () =>
  tables
    .selectFrom('dispute')
    .select('case_id as id')
    .where('status', '=', 'open')
    .where('evidence_at', 'is not', null)
    .where('evidence_forwarded_at', 'is', null)

/** Returns the cases of the first disputes whose evidence staff must forward, ordered by deadline. */
export const listDisputesToForward = (ctx: Context): Promise<FinancialCase[]> =>
  listByDeadline(ctx, disputesToForward())

/** Returns the cases of the first open disputes, ordered by deadline. Disputes whose deadline has passed come last. */
export const listOpenDisputes = (ctx: Context): Promise<FinancialCase[]> =>
  listByDeadline(ctx, tables.selectFrom('dispute').select('case_id as id').where('status', '=', 'open'))

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

const failingEndpoints = () =>
  tables
    .selectFrom('webhook_endpoint')
    .select('id')
    .where((endpoint) => {
      const isFailing = [endpoint('status', '=', 'active'), endpoint('consecutive_failures', '>', 0)]
      const isDisabled = [endpoint('status', '=', 'disabled'), endpoint('disabled_reason', '<>', 'manual')]
      return endpoint.or([endpoint.and(isFailing), endpoint.and(isDisabled)])
    })

/**
 * Selects the time since which the oldest delivery has been due. Leaves out paused and rate-limited endpoints, because
 * their deliveries wait on purpose.
 */
function oldestDueDelivery(now: Date) {
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
    .where('e.status', '=', 'active')
    .where((row) => row.or([row('e.paused_until', 'is', null), row('e.paused_until', '<=', now)]))
    .where((row) => row.or([row('e.rate_limited_until', 'is', null), row('e.rate_limited_until', '<=', now)]))
}

/** The positions of all merchants now, and their changes today and over the last seven days including today. */
export interface FinanceMovement {
  positions: Positions
  today: Positions
  sevenDays: Positions
}

/** Reads the positions and their changes. `zone` (IANA) defines the days. @throws Problem validation_error: `zone`. */
export async function readMovement(ctx: Context, zone: string): Promise<FinanceMovement> {
  const now = ctx.clock.now()
  const checkedZone = checkZone(zone)
  const today = sql`date_trunc('day', ${now}::timestamptz at time zone ${checkedZone})`
  const starts = await db(ctx)
    .selectNoFrom([
      sql<Date>`${today} at time zone ${checkedZone}`.as('today'),
      sql<Date>`(${today} - interval '6 days') at time zone ${checkedZone}`.as('sevenDays'),
    ])
    .executeTakeFirstOrThrow()
  // Use the positions one millisecond before the start of a day as its opening positions.
  const moments = [plusMs(starts.sevenDays, -1), plusMs(starts.today, -1), now]
  const [before = ZERO_POSITIONS, yesterday = ZERO_POSITIONS, positions = ZERO_POSITIONS] =
    await listPositionsOfAll(ctx, moments)
  return {
    positions,
    today: movementBetween(yesterday, positions),
    sevenDays: movementBetween(before, positions),
  }
}

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
 * Lists merchants whose payouts are suspended for any reason, without the service's own merchant. Returns the first
 * `SHOWN_MAX` by name, and the count of all.
 */
export async function listSuspended(
  ctx: Context,
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
    .groupBy(['reason.merchantId', 'm.name'])
    .orderBy('m.name')
    .orderBy('reason.merchantId')
    .limit(SHOWN_MAX)
    .execute()
  return { suspendedMerchants: rows, suspendedCount: Number(rows[0]?.total ?? 0) }
}
