import { listCharges } from '../charges/charge.queries.ts'
import type { Permission } from '../graphql/permissions.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql, type SqlParameter } from '../kernel/database/sql.ts'
import { eventCreatedAt } from '../webhooks/events/event-id.ts'
import * as hits from './search-hits.ts'
import { interpretationsOf, type SearchTerms } from './search-terms.ts'
import * as queries from './search.sql.ts'

/** The longest time between the start of a request or a job run and its last posting. */
const CORRELATION_MS = 10 * 60_000
/** The longest time between the start of a request and the creation of its charge, with a margin. */
const CREATION_MS = 60_000

/** A query of one table, with the permission that it requires. */
interface Lookup {
  permission: Permission
  run: () => Promise<hits.SearchHit[]>
}

/**
 * Finds what a pasted text identifies, across all merchants: by id, reference, document (by its keyed hash), amount or
 * name. Returns at most `HITS_MAX` hits per kind, exact ids first, and only kinds that `permissions` allow. Tries the
 * text as it is before other interpretations, such as an id within a URL.
 */
export async function search(
  ctx: Context,
  pasted: string,
  permissions: readonly Permission[],
): Promise<hits.SearchHit[]> {
  for (const terms of interpretationsOf(pasted)) {
    const found = await searchByTerms(ctx, terms, permissions)
    if (found.length > 0) return found
  }
  return []
}

async function searchByTerms(
  ctx: Context,
  terms: SearchTerms,
  permissions: readonly Permission[],
): Promise<hits.SearchHit[]> {
  const lookups = [...byIds(ctx, terms), ...byWords(ctx, terms)]
  const allowed = lookups.filter(({ permission }) => permissions.includes(permission))
  const found = (await Promise.all(allowed.map(({ run }) => run()))).flat()
  return hits.HIT_KINDS.flatMap((kind) => firstOf(found.filter((hit) => hit.kind === kind)))
}

/** Removes duplicates and returns the first `HITS_MAX` hits. */
function firstOf(found: hits.SearchHit[]): hits.SearchHit[] {
  return Array.from(new Map(found.map((hit) => [hit.id, hit])).values()).slice(0, queries.HITS_MAX)
}

function byIds(ctx: Context, terms: SearchTerms): Lookup[] {
  const { uuid, eventId, endToEndIds, returnIds, keyPrefix } = terms
  const now = ctx.clock.now()
  return [
    ...(uuid === undefined ? [] : byUuid(ctx, uuid)),
    ...ifPresent(eventId, (id) => [
      {
        permission: 'webhook_delivery.read',
        run: lookup(ctx, hits.eventHit, queries.EVENT_BY_ID, [id, eventCreatedAt(id)]),
      },
    ]),
    ...ifPresent(endToEndIds, (ids) => [
      {
        permission: 'charge.read',
        run: lookup(ctx, hits.chargeHit, queries.CHARGE_BY_END_TO_END_ID, [ids, now]),
      },
      { permission: 'case.read', run: lookup(ctx, hits.caseHit, queries.CASE_BY_END_TO_END_ID, [ids]) },
    ]),
    ...ifPresent(returnIds, (ids) => [
      { permission: 'charge.read', run: lookup(ctx, hits.refundHit, queries.REFUND_BY_RETURN, [ids]) },
      { permission: 'case.read', run: lookup(ctx, hits.caseHit, queries.CASE_BY_RETURN, [ids]) },
    ]),
    ...ifPresent(keyPrefix, (prefix) => [
      { permission: 'api_key.read', run: lookup(ctx, hits.keyHit, queries.KEY_BY_PREFIX, [prefix]) },
    ]),
  ]
}

function byUuid(ctx: Context, id: string): Lookup[] {
  const now = ctx.clock.now()
  const startedAt = uuidTimestamp(id)
  const createdUntil = plusMs(startedAt, CREATION_MS)
  const postedUntil = plusMs(startedAt, CORRELATION_MS)
  return [
    { permission: 'charge.read', run: lookup(ctx, hits.chargeHit, queries.CHARGE_BY_ID, [id, now]) },
    {
      permission: 'charge.read',
      run: lookup(ctx, hits.chargeHit, queries.CHARGE_BY_REQUEST, [
        id,
        now,
        startedAt,
        createdUntil,
        postedUntil,
      ]),
    },
    { permission: 'charge.read', run: lookup(ctx, hits.refundHit, queries.REFUND_BY_ID, [id]) },
    { permission: 'case.read', run: lookup(ctx, hits.caseHit, queries.CASE_BY_ID, [id]) },
    { permission: 'payout.read', run: lookup(ctx, hits.payoutHit, queries.PAYOUT_BY_ID, [id]) },
    { permission: 'statement.read', run: lookup(ctx, hits.entryHit, queries.ENTRY_BY_ID, [id]) },
    {
      permission: 'statement.read',
      run: lookup(ctx, hits.entryHit, queries.ENTRY_BY_CORRELATION, [id, startedAt, postedUntil]),
    },
    { permission: 'webhook_endpoint.read', run: lookup(ctx, hits.endpointHit, queries.ENDPOINT_BY_ID, [id]) },
    { permission: 'webhook_delivery.read', run: lookup(ctx, hits.deliveryHit, queries.DELIVERY_BY_ID, [id]) },
    { permission: 'api_key.read', run: lookup(ctx, hits.keyHit, queries.KEY_BY_ID, [id]) },
    { permission: 'merchant.read', run: lookup(ctx, hits.merchantHit, queries.MERCHANT_BY_ID, [id]) },
  ]
}

/** Reads the timestamp of a UUIDv7. */
const uuidTimestamp = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16))

function byWords(ctx: Context, { document, amountCents, reference, name }: SearchTerms): Lookup[] {
  const now = ctx.clock.now()
  return [
    ...ifPresent(reference, (start) => [
      {
        permission: 'charge.read',
        run: lookup(ctx, hits.chargeHit, queries.CHARGE_BY_REFERENCE, [likePattern(start), now, start]),
      },
      { permission: 'payout.read', run: lookup(ctx, hits.payoutHit, queries.PAYOUT_BY_REFERENCE, [start]) },
    ]),
    ...ifPresent(document, (digits) => [
      { permission: 'charge.read', run: () => searchCharges(ctx, digits) },
      {
        permission: 'merchant.read',
        run: lookup(ctx, hits.merchantHit, queries.MERCHANT_BY_DOCUMENT, [digits]),
      },
    ]),
    ...ifPresent(amountCents, (cents) => [
      { permission: 'charge.read', run: lookup(ctx, hits.chargeHit, queries.CHARGE_BY_AMOUNT, [cents, now]) },
    ]),
    ...ifPresent(name, (start) => [
      { permission: 'charge.read', run: () => searchCharges(ctx, start) },
      {
        permission: 'merchant.read',
        run: lookup(ctx, hits.merchantHit, queries.MERCHANT_BY_NAME, [
          likePattern(reference ?? start),
          `% ${likePattern(reference ?? start)}`,
        ]),
      },
    ]),
  ]
}

/** Searches like the list of charges: by document, or by the prefix of a word of the payer's name. */
async function searchCharges(ctx: Context, q: string): Promise<hits.SearchHit[]> {
  const { items } = await listCharges(ctx, null, { q }, { limit: queries.HITS_MAX })
  return items.map(hits.chargeHit)
}

const ifPresent = <T>(value: T | undefined, toLookups: (value: T) => Lookup[]): Lookup[] =>
  value === undefined ? [] : toLookups(value)

const lookup =
  <Row extends object>(
    ctx: Context,
    toHit: (row: Row) => hits.SearchHit,
    statement: string,
    parameters: SqlParameter[],
  ) =>
  async (): Promise<hits.SearchHit[]> =>
    (await sql<Row>(ctx, statement, parameters)).map(toHit)

const likePattern = (start: string): string => `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
