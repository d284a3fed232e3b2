import type { Client } from 'pg'
import type { Receiver } from '../../../bench/load/receiver.ts'
import { connect, until } from '../../../bench/stack.ts'
import { verifyLedger } from '../../../src/ledger/verify/verify-ledger.ts'
import { accountInCell } from '../../../src/pix/pix-accounts.ts'
import type { CellPart } from '../cells/installation.ts'
import type { FeedReader } from './feed-reader.ts'
import type { MerchantLoad, MovingLoad } from './moving-load.ts'
import { areDelivered, compareEvents, readEvents, type EventRows } from './verify-events.ts'

const WAIT_MAX_MS = 120_000

const COUNTS = `
  select (select count(*)::int from charge where merchant_id = $1) as charges,
    (select count(*)::int from payment where merchant_id = $1) as payments,
    (select count(*)::int from payment where merchant_id = $1 and settled_at is null) as unlisted,
    (select count(*)::int from journal_entry where merchant_id = $1 and event_type = 'charge.paid') as posted,
    (select count(*)::int from refund where merchant_id = $1 and status = 'completed') as refunds`

const NAMES = ['charges', 'payments', 'unlisted', 'posted', 'refunds'] as const
type Counts = Record<(typeof NAMES)[number], number>

/** The rows of a merchant in all cells together. */
async function countAll(clients: ReadonlyMap<string, Client>, merchantId: string): Promise<Counts> {
  const sum: Counts = { charges: 0, payments: 0, unlisted: 0, posted: 0, refunds: 0 }
  for (const client of clients.values()) {
    const { rows } = await client.query<Counts>(COUNTS, [merchantId])
    for (const name of NAMES) sum[name] += rows[0]?.[name] ?? 0
  }
  return sum
}

/**
 * Waits until everything is recorded, listed, refunded and delivered. `ok` means:
 *
 * - Every charge, payment and refund exists exactly once in all cells together.
 * - Every event has a delivery, arrived at the receiver of webhooks, and was read once in the feed.
 * - Every ledger is sound.
 * - For each PSP, the number of its payments equals the number of the recorded payments.
 */
export async function verifyMoves(
  parts: readonly CellPart[],
  load: MovingLoad,
  { feeds, receiver }: { feeds: ReadonlyMap<string, FeedReader>; receiver: Receiver },
): Promise<{ ok: boolean; lines: string[] }> {
  const clients = new Map<string, Client>()
  for (const { id, deployment } of parts)
    clients.set(id, await connect(deployment.settings['MIGRATION_DATABASE_URL'] ?? ''))
  const lines: string[] = []
  let ok = true
  const note = (isOk: boolean, line: string): void => {
    ok &&= isOk
    lines.push(`  ${line}${isOk ? '' : '  FAILED'}`)
  }
  for (const merchant of load.merchants) {
    const feed = feeds.get(merchant.id)
    if (!feed) throw new Error(`BUG: verifyMoves: the feed of ${merchant.id} was not read`)
    const { counts, events, isDone } = await waitFor(clients, merchant, feed)
    const { charges, payments, refunds, posted, unlisted } = counts
    const compared = compareEvents(events, merchant, { receiver, feed })
    note(
      isDone && compared.ok,
      `${merchant.id}: ${charges} charges of ${merchant.charges.size}, ${payments} payments of ${merchant.payments.size}, ` +
        `${posted} posted, ${refunds} refunds of ${merchant.refunds}, ${unlisted} not listed; ${compared.line}`,
    )
  }
  for (const { id, deployment } of parts) {
    const { sound, findings, merchantsCount } = await deployment.withContext((ctx) => verifyLedger(ctx))
    const [first] = findings
    note(sound, `ledger of ${id}: ${merchantsCount} merchants, ${sound ? 'sound' : (first?.what ?? '')}`)
    const recorded = await recordedAt(clients, id)
    const confirmed = load.merchants
      .flatMap(({ payments }) => Array.from(payments.values()))
      .filter((at) => at === id)
    note(
      recorded.count === confirmed.length && recorded.clearing === 0,
      `PSP of ${id}: ${confirmed.length} payments confirmed, ${recorded.count} recorded in all cells, clearing ${recorded.clearing}`,
    )
  }
  for (const client of clients.values()) await client.end()
  return { ok, lines }
}

async function waitFor(
  clients: ReadonlyMap<string, Client>,
  merchant: MerchantLoad,
  feed: FeedReader,
): Promise<{ counts: Counts; events: EventRows; isDone: boolean }> {
  const { id, charges, payments, refunds } = merchant
  let counts = await countAll(clients, id)
  let events = await readEvents(clients.values(), id)
  const isDone = (): boolean =>
    counts.charges === charges.size &&
    counts.payments === payments.size &&
    counts.posted === payments.size &&
    counts.refunds === refunds &&
    counts.unlisted === 0 &&
    areDelivered(events, merchant) &&
    feed.ids.size >= events.events.length
  await until(`the rows of the merchant ${id}`, WAIT_MAX_MS, async () => {
    counts = await countAll(clients, id)
    await feed.read()
    events = await readEvents(clients.values(), id)
    return isDone()
  }).catch(() => undefined)
  return { counts, events, isDone: isDone() }
}

/** Returns the number of payments and the clearing balance of the account `default` of a cell, over all cells. */
async function recordedAt(
  clients: ReadonlyMap<string, Client>,
  cell: string,
): Promise<{ count: number; clearing: number }> {
  let [count, clearing] = [0, 0]
  for (const [id, client] of clients) {
    const name = accountInCell('default', { from: cell, to: id })
    const code = name === 'default' ? 'provider_clearing' : `provider_clearing:${name}`
    const { rows } = await client.query<{ count: number; clearing: number }>(
      `select (select count(*)::int from payment where pix_account_id = $1) as count,
         (select coalesce(sum(balance_cents), 0)::int from ledger_account where code = $2) as clearing`,
      [name, code],
    )
    count += rows[0]?.count ?? 0
    clearing += rows[0]?.clearing ?? 0
  }
  return { count, clearing }
}
