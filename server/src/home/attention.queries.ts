import { expressionBuilder, sql } from 'kysely'
import { amountsOf } from '../exceptions/exception-amounts.ts'
import type { Context } from '../kernel/context.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { ATTENTION_KINDS, type AttentionKind } from './attention-row.ts'
import { HOME_COUNTED_MAX, type MerchantReference } from './home.queries.ts'
import { selectAttention } from './select-attention.ts'

/** The maximum number of items in the list. The pages of charges, disputes and the other kinds show all items. */
export const ATTENTION_MAX = 20

/** A record that a person has to look at. */
export interface AttentionItem {
  kind: AttentionKind
  /** The id of the case, charge, refund, payout, exception or endpoint. */
  id: string
  merchantId: string
  chargeId: string | null
  /** The text that names the record: an order reference, end-to-end id or URL. */
  label: string | null
  /** For a difference, the amount at the network minus the recorded amount. */
  amountCents: bigint | null
  /** The time until which a person can act; null if there is no deadline. */
  dueAt: Date | null
  since: Date
}

/**
 * An item with its rank, which decides the order first: 0 for a future deadline, 1 without a deadline, 2 for a passed
 * deadline.
 */
export interface RankedItem extends AttentionItem {
  rank: number
}

/** The number of items of one kind. A number of 1001 means more than 1000. */
export interface AttentionCount {
  kind: AttentionKind
  count: number
}

/** The kinds of records in the list, and their merchant. `merchantId` is null for all merchants. */
export interface AttentionScope {
  kinds: readonly AttentionKind[]
  merchantId: string | null
}

/**
 * Lists the first records that need attention. Records with a future deadline come first, the earliest deadline first.
 * Then come the records without a deadline, the oldest first, and then the records whose deadline has passed.
 */
export async function listAttention(
  ctx: Context,
  { kinds, merchantId }: AttentionScope,
): Promise<RankedItem[]> {
  const now = ctx.clock.now()
  const [first, ...others] = kinds.map((kind) =>
    db(ctx)
      .selectFrom(
        selectAttention(kind, merchantId, now)
          .orderBy('rank')
          .orderBy('dueAt')
          .orderBy('since')
          .orderBy('id')
          .limit(ATTENTION_MAX)
          .as('first'),
      )
      .selectAll(),
  )
  if (!first) return []
  const rows = await db(ctx)
    .selectFrom(others.reduce((union, query) => union.unionAll(query), first).as('item'))
    .selectAll()
    .orderBy('rank')
    .orderBy('dueAt')
    .orderBy('since')
    .orderBy('id')
    .limit(ATTENTION_MAX)
    .execute()
  return rows.map(({ details, exceptionKind, amountCents, ...item }) => {
    const amounts = details && exceptionKind && amountsOf({ kind: exceptionKind, details })
    return { ...item, amountCents: amounts ? amounts.networkCents - amounts.recordedCents : amountCents }
  })
}

/** The maximum number of merchants that `otherMerchants` names. */
export const OTHERS_NAMED = 3

/** The merchants, other than one, that have records that need attention. */
export interface OtherMerchants {
  count: number
  /** The number of these records. A number of 1001 means more than 1000. */
  records: number
  /** The first OTHERS_NAMED of these merchants, in the order of their names. */
  first: OtherMerchant[]
}

/** A merchant with the name by which the answers of several cells are sorted. */
export interface NamedReference extends MerchantReference {
  name: string
}

/** One of these merchants, with the kinds of its records in the order of ATTENTION_KINDS. */
export interface OtherMerchant extends NamedReference {
  kinds: AttentionKind[]
}

/**
 * Finds the merchants, other than `merchantId`, that have records that need attention. Reads at most
 * HOME_COUNTED_MAX + 1 records of each kind.
 */
export async function findOtherMerchants(
  ctx: Context,
  { kinds, merchantId }: AttentionScope & { merchantId: string },
): Promise<OtherMerchants> {
  const now = ctx.clock.now()
  const [one, ...others] = kinds.map((kind) =>
    db(ctx)
      .selectFrom(
        selectAttention(kind, null, now)
          .where('item.merchantId', '<>', merchantId)
          .limit(HOME_COUNTED_MAX + 1)
          .as('other'),
      )
      .select(['other.merchantId', 'other.kind']),
  )
  if (!one) return { count: 0, records: 0, first: [] }
  const rows = await db(ctx)
    .selectFrom(others.reduce((union, query) => union.unionAll(query), one).as('item'))
    .innerJoin('merchant as m', 'm.id', 'item.merchantId')
    .select(({ fn }) => [
      'item.merchantId',
      'm.name',
      sql<AttentionKind[]>`array_agg(distinct ${sql.ref('item.kind')})`.as('kinds'),
      fn.countAll<bigint>().over().as('count'),
      fn.sum<bigint>(fn.countAll<bigint>()).over().as('records'),
    ])
    .groupBy(['item.merchantId', 'm.name'])
    .orderBy('m.name')
    .orderBy('item.merchantId')
    .limit(OTHERS_NAMED)
    .execute()
  return {
    count: Number(rows[0]?.count ?? 0),
    records: Math.min(Number(rows[0]?.records ?? 0), HOME_COUNTED_MAX + 1),
    first: rows.map(({ merchantId: id, name, kinds: found }) => ({
      merchantId: id,
      name,
      kinds: ATTENTION_KINDS.filter((kind) => found.includes(kind)),
    })),
  }
}

/** Counts the records of each kind that need attention. */
export async function countAttention(
  ctx: Context,
  { kinds, merchantId }: AttentionScope,
): Promise<AttentionCount[]> {
  if (kinds.length === 0) return []
  const now = ctx.clock.now()
  const tables = expressionBuilder<Tables>()
  const row = await db(ctx)
    .selectNoFrom(
      kinds.map((kind) =>
        tables
          .selectFrom(
            selectAttention(kind, merchantId, now)
              .limit(HOME_COUNTED_MAX + 1)
              .as('counted'),
          )
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .as(kind),
      ),
    )
    .executeTakeFirstOrThrow()
  return kinds.map((kind) => ({ kind, count: Number(row[kind]) }))
}
