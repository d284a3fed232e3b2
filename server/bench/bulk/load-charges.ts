import type { Client } from 'pg'
import type { Context } from '../../src/kernel/context.ts'
import type { Payable } from '../load/jobs.ts'
import { Book } from './book.ts'
import type { BulkCharge } from './bulk-charge.ts'
import { ChargeRows } from './charges.ts'
import { copyInto } from './copy.ts'
import { COLUMNS, type BulkTable } from './tables.ts'
import { WebhookLog } from './webhook-rows.ts'

export interface BulkLoad {
  /** Owner connections; a merchant's rows all go through one of them. */
  clients: Client[]
  merchants: { id: string; charges: number; endpointId: string }[]
  /** The charges are spread evenly over this time, and must be younger than any that the merchant has. */
  from: Date
  to: Date
  /** So that order references differ from those of an earlier load. */
  firstNumber: number
  /** What happened since has its events, as they are kept for a time. */
  eventsFrom: Date
}

const CHUNK = 4_000

/**
 * Loads charges by COPY with the journal of the paid ones: hashes, versions and balances as `post_entries` would have
 * left them. Six of ten are paid and settled; the rest has expired, waits, was cancelled or failed.
 */
export async function loadCharges(ctx: Context, load: BulkLoad): Promise<void> {
  const waiting = load.merchants.toSorted((a, b) => b.charges - a.charges)
  await Promise.all(
    load.clients.map(async (client) => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await loadMerchant(ctx, client, load, next)
    }),
  )
}

async function loadMerchant(
  ctx: Context,
  client: Client,
  { from, to, firstNumber, eventsFrom }: BulkLoad,
  { id, charges, endpointId }: BulkLoad['merchants'][number],
): Promise<void> {
  const book = await readBook(client, id)
  const rows = new ChargeRows(ctx)
  const log = new WebhookLog(ctx, id, endpointId)
  const stepMs = (to.getTime() - from.getTime()) / charges
  let writing = Promise.resolve()
  for (let n = 0; n < charges; n++) {
    const createdAt = new Date(Math.floor(from.getTime() + n * stepMs))
    const charge = {
      n: firstNumber + n,
      id: ctx.ids.uuid(createdAt),
      status: statusOf(n),
      amountCents: BigInt(500 + ((n * 7_919) % 50_000)),
      createdAt,
    }
    if (createdAt >= eventsFrom) rows.add(book, charge, log)
    else rows.add(book, charge)
    if (n + 1 === charges) log.finish(rows.rows)
    if ((n + 1) % CHUNK === 0 || n + 1 === charges) {
      const taken = rows.take()
      await writing
      writing = write(client, taken)
    }
  }
  await writing
  await writeBook(client, book)
}

const STATUSES: readonly BulkCharge['status'][] = [
  'paid',
  'expired',
  'paid',
  'paid',
  'pending',
  'paid',
  'expired',
  'paid',
  'cancelled',
  'paid',
]
const statusOf = (n: number): BulkCharge['status'] =>
  n % 97 === 0 ? 'failed' : (STATUSES[n % STATUSES.length] ?? 'paid')

async function write(client: Client, taken: [BulkTable, string][]): Promise<void> {
  for (const [table, rows] of taken) if (rows !== '') await copyInto(client, table, COLUMNS[table], rows)
}

async function readBook(client: Client, merchantId: string): Promise<Book> {
  const { rows } = await client.query<{ last_seq: bigint; last_hash: Buffer }>(
    'select last_seq, last_hash from ledger_head where merchant_id = $1',
    [merchantId],
  )
  const book = new Book(merchantId, {
    seq: rows[0]?.last_seq ?? 0n,
    hash: rows[0]?.last_hash ?? Buffer.alloc(1),
  })
  const accounts = await client.query<{ code: 'pending'; balance_cents: bigint; version: bigint }>(
    'select code, balance_cents, version from ledger_account where merchant_id = $1',
    [merchantId],
  )
  for (const { code, balance_cents: balanceCents, version } of accounts.rows) {
    book.accounts.set(code, { balanceCents, version })
  }
  return book
}

async function writeBook(client: Client, book: Book): Promise<void> {
  for (const [code, { balanceCents, version }] of book.accounts) {
    await client.query(
      'update ledger_account set balance_cents = $3, version = $4 where merchant_id = $1 and code = $2',
      [book.merchantId, code, balanceCents, version],
    )
  }
  await client.query(
    'update ledger_head set last_seq = $2, last_hash = $3, last_posted_at = $4 where merchant_id = $1 and $2 > last_seq',
    [book.merchantId, book.seq, book.hash, book.postedAt],
  )
}

/** Charges that wait for their payer, in turn over the merchants. */
export async function loadPending(
  ctx: Context,
  client: Client,
  { merchantIds, count, firstNumber }: { merchantIds: string[]; count: number; firstNumber: number },
): Promise<Payable[]> {
  const rows = new ChargeRows(ctx)
  const books = merchantIds.map((id) => new Book(id, { seq: 0n, hash: Buffer.alloc(1) }))
  const payable: Payable[] = []
  for (let n = 0; n < count; n++) {
    const book = books[n % books.length]
    if (!book) continue
    const createdAt = ctx.clock.now()
    const charge = {
      n: firstNumber + n,
      id: ctx.ids.uuid(createdAt),
      amountCents: BigInt(500 + (n % 50_000)),
    }
    rows.add(book, { ...charge, status: 'pending', createdAt })
    payable.push({ id: charge.id, amountCents: charge.amountCents.toString(), merchantId: book.merchantId })
  }
  await write(client, rows.take())
  return payable
}
