import { listCharges } from '../charges/list-charges.ts'
import type { Permission } from '../graphql/permissions.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { escapeLike } from '../kernel/database/expressions.ts'
import { timeOfUuid } from '../kernel/ids.ts'
import {
  findCasesByEndToEndId,
  findCasesById,
  findCasesByReturn,
  findRefundsById,
  findRefundsByReturn,
} from './find-cases.ts'
import {
  findChargesByAmount,
  findChargesByEndToEndId,
  findChargesById,
  findChargesByQrCode,
  findChargesByReference,
  findChargesByRequest,
} from './find-charges.ts'
import { findEntriesByCorrelation, findEntriesById } from './find-entries.ts'
import {
  findKeysById,
  findKeysByPrefix,
  findMerchantsByDocument,
  findMerchantsById,
  findMerchantsByName,
} from './find-merchants.ts'
import { findPayoutsById, findPayoutsByReference } from './find-payouts.ts'
import { findDeliveriesById, findEndpointsById, findEventsById } from './find-webhooks.ts'
import { chargeHits, HIT_KINDS, HITS_MAX, type SearchHit } from './search-hits.ts'
import { interpretationsOf, type SearchTerms } from './search-terms.ts'

/** The maximum time in milliseconds between the start of a request or a job run and its last posting. */
const CORRELATION_MS = 10 * 60_000
/** The maximum time in milliseconds between the start of a request and the creation of its charge, with a margin. */
const CREATION_MS = 60_000

/** A query for one kind of hit, with the permission that it requires. */
interface Lookup {
  permission: Permission
  run: () => Promise<SearchHit[]>
}

/**
 * Finds what a pasted text identifies, across all merchants: by id, reference, document, amount or name. Returns at
 * most `HITS_MAX` hits per kind, exact ids first, and only kinds that `permissions` allow. Tries the whole text first,
 * then other interpretations, such as an id within a URL. Returns the hits of the first interpretation that has hits.
 */
export async function search(
  ctx: Context,
  pasted: string,
  permissions: readonly Permission[],
): Promise<SearchHit[]> {
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
): Promise<SearchHit[]> {
  const lookups = [...byIds(ctx, terms), ...byWords(ctx, terms)]
  const allowed = lookups.filter(({ permission }) => permissions.includes(permission))
  const found = (await Promise.all(allowed.map(({ run }) => run()))).flat()
  return HIT_KINDS.flatMap((kind) => firstOf(found.filter((hit) => hit.kind === kind)))
}

/** Removes duplicates and returns the first `HITS_MAX` hits. */
function firstOf(found: SearchHit[]): SearchHit[] {
  return Array.from(new Map(found.map((hit) => [hit.id, hit])).values()).slice(0, HITS_MAX)
}

function byIds(ctx: Context, terms: SearchTerms): Lookup[] {
  const { uuid, eventId, qrCode, endToEndId, returnIds, keyPrefix } = terms
  return [
    ...(uuid === undefined ? [] : byUuid(ctx, uuid)),
    ...ifPresent(eventId, (id) => [
      { permission: 'webhook_delivery.read', run: () => findEventsById(ctx, id) },
    ]),
    ...ifPresent(qrCode, (code) => [
      { permission: 'charge.read', run: () => findChargesByQrCode(ctx, code) },
    ]),
    ...ifPresent(endToEndId, (id) => [
      { permission: 'charge.read', run: () => findChargesByEndToEndId(ctx, id) },
      { permission: 'case.read', run: () => findCasesByEndToEndId(ctx, id) },
    ]),
    ...ifPresent(returnIds, (ids) => [
      { permission: 'charge.read', run: () => findRefundsByReturn(ctx, ids) },
      { permission: 'case.read', run: () => findCasesByReturn(ctx, ids) },
    ]),
    ...ifPresent(keyPrefix, (prefix) => [
      { permission: 'api_key.read', run: () => findKeysByPrefix(ctx, prefix) },
    ]),
  ]
}

function byUuid(ctx: Context, id: string): Lookup[] {
  const startedAt = timeOfUuid(id)
  const createdUntil = plusMs(startedAt, CREATION_MS)
  const postedUntil = plusMs(startedAt, CORRELATION_MS)
  const postingTimes = { from: startedAt, to: postedUntil }
  return [
    { permission: 'charge.read', run: () => findChargesById(ctx, id) },
    {
      permission: 'charge.read',
      run: () => findChargesByRequest(ctx, id, { startedAt, createdUntil, postedUntil }),
    },
    { permission: 'charge.read', run: () => findRefundsById(ctx, id) },
    { permission: 'case.read', run: () => findCasesById(ctx, id) },
    { permission: 'payout.read', run: () => findPayoutsById(ctx, id) },
    { permission: 'statement.read', run: () => findEntriesById(ctx, id) },
    { permission: 'statement.read', run: () => findEntriesByCorrelation(ctx, id, postingTimes) },
    { permission: 'webhook_endpoint.read', run: () => findEndpointsById(ctx, id) },
    { permission: 'webhook_delivery.read', run: () => findDeliveriesById(ctx, id) },
    { permission: 'api_key.read', run: () => findKeysById(ctx, id) },
    { permission: 'merchant.read', run: () => findMerchantsById(ctx, id) },
  ]
}

const byWords = (ctx: Context, { document, amountCents, reference, name }: SearchTerms): Lookup[] => [
  ...ifPresent(reference, (start) => [
    { permission: 'charge.read', run: () => findChargesByReference(ctx, start, likePattern(start)) },
    { permission: 'payout.read', run: () => findPayoutsByReference(ctx, start) },
  ]),
  ...ifPresent(document, (digits) => [
    { permission: 'charge.read', run: () => searchCharges(ctx, digits) },
    { permission: 'merchant.read', run: () => findMerchantsByDocument(ctx, digits) },
  ]),
  ...ifPresent(amountCents, (cents) => [
    { permission: 'charge.read', run: () => findChargesByAmount(ctx, cents) },
  ]),
  ...ifPresent(name, (start) => [
    { permission: 'charge.read', run: () => searchCharges(ctx, start) },
    {
      permission: 'merchant.read',
      run: () => findMerchantsByName(ctx, likePattern(reference ?? start)),
    },
  ]),
]

/**
 * Searches charges in the same way as the list of charges does: by document, or by the start of a word of the payer's
 * name.
 */
async function searchCharges(ctx: Context, q: string): Promise<SearchHit[]> {
  const { items } = await listCharges(ctx, null, { q }, { limit: HITS_MAX })
  return chargeHits(items, ctx.clock.now())
}

const ifPresent = <T>(value: T | undefined, toLookups: (value: T) => Lookup[]): Lookup[] =>
  value === undefined ? [] : toLookups(value)

const likePattern = (start: string): string => `${escapeLike(start)}%`
