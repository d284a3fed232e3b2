import { listCharges } from '../charges/charge.queries.ts'
import type { Permission } from '../graphql/permissions.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql, type SqlParameter } from '../kernel/database/sql.ts'
import { eventCreatedAt } from '../webhooks/events/event-id.ts'
import * as hits from './search-hits.ts'
import { readingsOf, type SearchShapes } from './search-shape.ts'
import * as text from './search.sql.ts'

/** How long a request or a run of a job may go on posting. */
const CORRELATION_MS = 10 * 60_000
/** How long a request may wait before it creates its charge, with room to spare. */
const CREATION_MS = 60_000

/** A question to one table, for those who may read it. */
interface Question {
  needs: Permission
  ask: () => Promise<hits.SearchHit[]>
}

/**
 * Finds what a text names, among all merchants: by ids of whatever kind, references, documents (by their keyed hash),
 * amounts and names. At most four of a kind, exact ids first; only of kinds that may be read with `permissions`. What
 * surrounds an id (quotes, an address, a sentence) counts only while the text as it is finds nothing.
 */
export async function search(
  ctx: Context,
  pasted: string,
  permissions: readonly Permission[],
): Promise<hits.SearchHit[]> {
  for (const shapes of readingsOf(pasted)) {
    const found = await searchShapes(ctx, shapes, permissions)
    if (found.length > 0) return found
  }
  return []
}

async function searchShapes(
  ctx: Context,
  shapes: SearchShapes,
  permissions: readonly Permission[],
): Promise<hits.SearchHit[]> {
  const questions = [...byIds(ctx, shapes), ...byWords(ctx, shapes)]
  const allowed = questions.filter(({ needs }) => permissions.includes(needs))
  const found = (await Promise.all(allowed.map(({ ask }) => ask()))).flat()
  return hits.HIT_KINDS.flatMap((kind) => firstOf(found.filter((hit) => hit.kind === kind)))
}

/** The first hits, each once. */
function firstOf(found: hits.SearchHit[]): hits.SearchHit[] {
  return Array.from(new Map(found.map((hit) => [hit.id, hit])).values()).slice(0, text.HITS_MAX)
}

function byIds(ctx: Context, shapes: SearchShapes): Question[] {
  const { uuid, eventId, endToEndIds, returnIds, keyPrefix } = shapes
  const now = ctx.clock.now()
  return [
    ...(uuid === undefined ? [] : byUuid(ctx, uuid)),
    ...when(eventId, (id) => [
      {
        needs: 'webhook_delivery.read',
        ask: ask(ctx, hits.eventHit, text.EVENT_BY_ID, [id, eventCreatedAt(id)]),
      },
    ]),
    ...when(endToEndIds, (ids) => [
      { needs: 'charge.read', ask: ask(ctx, hits.chargeHit, text.CHARGE_BY_END_TO_END_ID, [ids, now]) },
      { needs: 'case.read', ask: ask(ctx, hits.caseHit, text.CASE_BY_END_TO_END_ID, [ids]) },
    ]),
    ...when(returnIds, (ids) => [
      { needs: 'charge.read', ask: ask(ctx, hits.refundHit, text.REFUND_BY_RETURN, [ids]) },
      { needs: 'case.read', ask: ask(ctx, hits.caseHit, text.CASE_BY_RETURN, [ids]) },
    ]),
    ...when(keyPrefix, (prefix) => [
      { needs: 'api_key.read', ask: ask(ctx, hits.keyHit, text.KEY_BY_PREFIX, [prefix]) },
    ]),
  ]
}

function byUuid(ctx: Context, id: string): Question[] {
  const now = ctx.clock.now()
  const began = momentIn(id)
  const created = plusMs(began, CREATION_MS)
  const posted = plusMs(began, CORRELATION_MS)
  return [
    { needs: 'charge.read', ask: ask(ctx, hits.chargeHit, text.CHARGE_BY_ID, [id, now]) },
    {
      needs: 'charge.read',
      ask: ask(ctx, hits.chargeHit, text.CHARGE_BY_REQUEST, [id, now, began, created, posted]),
    },
    { needs: 'charge.read', ask: ask(ctx, hits.refundHit, text.REFUND_BY_ID, [id]) },
    { needs: 'case.read', ask: ask(ctx, hits.caseHit, text.CASE_BY_ID, [id]) },
    { needs: 'payout.read', ask: ask(ctx, hits.payoutHit, text.PAYOUT_BY_ID, [id]) },
    { needs: 'statement.read', ask: ask(ctx, hits.entryHit, text.ENTRY_BY_ID, [id]) },
    {
      needs: 'statement.read',
      ask: ask(ctx, hits.entryHit, text.ENTRY_BY_CORRELATION, [id, began, posted]),
    },
    { needs: 'webhook_endpoint.read', ask: ask(ctx, hits.endpointHit, text.ENDPOINT_BY_ID, [id]) },
    { needs: 'webhook_delivery.read', ask: ask(ctx, hits.deliveryHit, text.DELIVERY_BY_ID, [id]) },
    { needs: 'api_key.read', ask: ask(ctx, hits.keyHit, text.KEY_BY_ID, [id]) },
    { needs: 'merchant.read', ask: ask(ctx, hits.merchantHit, text.MERCHANT_BY_ID, [id]) },
  ]
}

/** When what a UUIDv7 names began. */
const momentIn = (uuid: string): Date => new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16))

function byWords(ctx: Context, { document, amountCents, reference, name }: SearchShapes): Question[] {
  const now = ctx.clock.now()
  return [
    ...when(reference, (start) => [
      {
        needs: 'charge.read',
        ask: ask(ctx, hits.chargeHit, text.CHARGE_BY_REFERENCE, [like(start), now, start]),
      },
      { needs: 'payout.read', ask: ask(ctx, hits.payoutHit, text.PAYOUT_BY_REFERENCE, [start]) },
    ]),
    ...when(document, (digits) => [
      { needs: 'charge.read', ask: () => searchCharges(ctx, digits) },
      { needs: 'merchant.read', ask: ask(ctx, hits.merchantHit, text.MERCHANT_BY_DOCUMENT, [digits]) },
    ]),
    ...when(amountCents, (cents) => [
      { needs: 'charge.read', ask: ask(ctx, hits.chargeHit, text.CHARGE_BY_AMOUNT, [cents, now]) },
    ]),
    ...when(name, (start) => [
      { needs: 'charge.read', ask: () => searchCharges(ctx, start) },
      {
        needs: 'merchant.read',
        ask: ask(ctx, hits.merchantHit, text.MERCHANT_BY_NAME, [
          like(reference ?? start),
          `% ${like(reference ?? start)}`,
        ]),
      },
    ]),
  ]
}

/** As the list of charges finds them: by document, or by the beginning of a word of the payer's name. */
async function searchCharges(ctx: Context, q: string): Promise<hits.SearchHit[]> {
  const { items } = await listCharges(ctx, null, { q }, { limit: text.HITS_MAX })
  return items.map(hits.chargeHit)
}

const when = <T>(value: T | undefined, ask: (value: T) => Question[]): Question[] =>
  value === undefined ? [] : ask(value)

const ask =
  <Row extends object>(
    ctx: Context,
    toHit: (row: Row) => hits.SearchHit,
    statement: string,
    parameters: SqlParameter[],
  ) =>
  async (): Promise<hits.SearchHit[]> =>
    (await sql<Row>(ctx, statement, parameters)).map(toHit)

const like = (start: string): string => `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
