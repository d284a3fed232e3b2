import { searchable, wordsOf, type NameWord } from '../../src/kernel/words.ts'
import type { Context } from '../../src/kernel/context.ts'
import { computeSale } from '../../src/charges/fee.ts'
import { documentHash, documentOwner } from '../../src/charges/payer-document.ts'
import { payerOf, PAYERS_MAX, type Payer } from '../payers.ts'
import type { Book } from './book.ts'
import {
  endToEndIdOf,
  FAILURE,
  FEE_BPS,
  LIFE_MS,
  orderOf,
  PAID_AFTER_MS,
  TERMS,
  type BulkCharge,
} from './bulk-charge.ts'
import { copyRow } from './copy.ts'
import { chargeEvent } from './charge-event.ts'
import { TABLES, type BulkTable } from './tables.ts'
import type { WebhookLog } from './webhook-rows.ts'

/** What a payer's charges have in common. */
interface KnownPayer extends Payer {
  search: string
  words: NameWord[]
  documentHash: Buffer
}

/** Makes the rows of charges, of the payments of those that are paid, of their journal and, with a log, of their events. */
export class ChargeRows {
  readonly #ctx: Context
  readonly #payers = new Map<number, KnownPayer>()
  readonly rows: Record<BulkTable, string[]> = {
    charge: [],
    journal_entry: [],
    journal_line: [],
    payment: [],
    charge_name_word: [],
    webhook_event: [],
    webhook_delivery: [],
    webhook_attempt: [],
    webhook_endpoint_hour: [],
  }

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** All rows so far as COPY takes them, a table after the other as the foreign keys want it; begins anew. */
  take(): [BulkTable, string][] {
    return TABLES.map((table) => {
      const text = this.rows[table].join('')
      this.rows[table].length = 0
      return [table, text]
    })
  }

  add(book: Book, charge: BulkCharge, log?: WebhookLog): void {
    this.rows.charge.push(this.#charge(book.merchantId, charge))
    for (const { word, rest } of this.#payer(charge.n * 31).words)
      this.rows.charge_name_word.push(copyRow([book.merchantId, word, rest, charge.createdAt, charge.id]))
    if (charge.status === 'paid') this.#pay(book, charge)
    const event = log && chargeEvent(book.merchantId, charge)
    if (event) log.add(this.rows, event.event, event.at)
  }

  #charge(merchantId: string, { n, id, status, amountCents, createdAt }: BulkCharge): string {
    const payer = this.#payer(n * 31)
    const { box, keyId } = this.#ctx.vault.seal(payer.document, documentOwner(id))
    const paid = status === 'paid'
    const { feeCents, netCents } = computeSale(amountCents, TERMS)
    const expiresAt = status === 'failed' ? null : new Date(createdAt.getTime() + LIFE_MS[status])
    const changedAt = new Date(createdAt.getTime() + PAID_AFTER_MS)
    const order = orderOf(merchantId, n)
    return copyRow([
      merchantId,
      id,
      'production',
      order,
      amountCents,
      'Café 250 g',
      status,
      status === 'failed' ? FAILURE : null,
      FEE_BPS,
      0n,
      0,
      0,
      365,
      'prorata',
      paid ? feeCents : null,
      paid ? netCents : null,
      paid ? 0n : null,
      0n,
      0n,
      0n,
      0n,
      paid ? feeCents : 0n,
      3_600,
      expiresAt,
      paid ? changedAt : null,
      status === 'cancelled' ? changedAt : null,
      false,
      false,
      status === 'failed' ? null : `${QR_CODE}${id}`,
      paid ? endToEndIdOf(id) : null,
      paid ? 1 : 0,
      payer.name,
      payer.search,
      box,
      keyId,
      payer.documentHash,
      '{}',
      order,
      FINGERPRINT,
      0,
      createdAt,
      paid ? changedAt : createdAt,
    ])
  }

  #pay(book: Book, { id, amountCents, createdAt }: BulkCharge): void {
    const { ids } = this.#ctx
    const at = new Date(createdAt.getTime() + PAID_AFTER_MS)
    const { feeCents, netCents } = computeSale(amountCents, TERMS)
    const paymentId = ids.uuid(at)
    const endToEndId = endToEndIdOf(id)
    const about = { chargeId: id, paymentId, at }
    const entries = [
      book.post({
        ...about,
        id: ids.uuid(at),
        eventType: 'charge.paid',
        dedupeKey: `charge.paid:${endToEndId}`,
        lines: [
          ['pending', netCents],
          ['provider_clearing', -amountCents],
          ['fee_revenue', feeCents],
        ],
      }),
      book.post({
        ...about,
        id: ids.uuid(at),
        eventType: 'provider.settled',
        dedupeKey: `provider.settled:${endToEndId}`,
        lines: [
          ['bank', -amountCents],
          ['provider_clearing', amountCents],
        ],
      }),
      book.post({
        ...about,
        id: ids.uuid(at),
        eventType: 'gateway.funds_available',
        dedupeKey: `funds_available:${id}`,
        lines: [
          ['pending', -netCents],
          ['available', netCents],
        ],
      }),
    ]
    for (const { entry, lines } of entries) {
      this.rows.journal_entry.push(entry)
      this.rows.journal_line.push(lines)
    }
    const journalId = entries[0]?.entry.split('\t')[1] ?? ''
    this.rows.payment.push(
      copyRow([
        book.merchantId,
        paymentId,
        id,
        endToEndId,
        id.replaceAll('-', ''),
        amountCents,
        'primary',
        journalId,
        at,
        at,
        at,
      ]),
    )
  }

  #payer(n: number): KnownPayer {
    const number = n % PAYERS_MAX
    const known = this.#payers.get(number)
    if (known) return known
    const payer = payerOf(number)
    const fresh = {
      ...payer,
      search: searchable(payer.name),
      words: wordsOf(payer.name),
      documentHash: documentHash(this.#ctx, payer.document),
    }
    this.#payers.set(number, fresh)
    return fresh
  }
}

const FINGERPRINT = Buffer.alloc(32, 7)
const QR_CODE = '00020126830014br.gov.bcb.pix2561pix.example/qr/v2/'.padEnd(150, '0')
