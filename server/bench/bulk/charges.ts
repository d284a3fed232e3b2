import { searchable, wordsOf } from '../../src/kernel/words.ts'
import type { Context } from '../../src/kernel/context.ts'
import { computeSale } from '../../src/charges/fee.ts'
import { documentHash, documentOwner } from '../../src/charges/payer-document.ts'
import { payerOf, PAYERS_MAX } from '../payers.ts'
import type { Book } from './book.ts'
import { copyRow } from './copy.ts'
import type { BulkTable } from './tables.ts'

export const FEE_BPS = 200

export interface BulkCharge {
  n: number
  id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled' | 'failed'
  amountCents: bigint
  createdAt: Date
}

const HOUR_MS = 3_600_000
/** How long after its creation a charge is paid. */
export const PAID_AFTER_MS = 60_000

/** Makes the rows of charges, of the payments of those that are paid, and of their journal. */
export class ChargeRows {
  readonly #ctx: Context
  readonly #hashes = new Map<number, Buffer>()
  readonly rows: Record<BulkTable, string[]> = {
    charge: [],
    journal_entry: [],
    journal_line: [],
    payment: [],
    charge_name_word: [],
  }

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** All rows so far as COPY takes them; begins anew. */
  take(): Record<BulkTable, string> {
    const taken = {
      charge: this.rows.charge.join(''),
      journal_entry: this.rows.journal_entry.join(''),
      journal_line: this.rows.journal_line.join(''),
      payment: this.rows.payment.join(''),
      charge_name_word: this.rows.charge_name_word.join(''),
    }
    for (const rows of Object.values(this.rows)) rows.length = 0
    return taken
  }

  add(book: Book, charge: BulkCharge): void {
    this.rows.charge.push(this.#charge(book.merchantId, charge))
    for (const word of wordsOf(payerOf(charge.n * 31).name)) {
      this.rows.charge_name_word.push(copyRow([book.merchantId, word, charge.createdAt, charge.id]))
    }
    if (charge.status === 'paid') this.#pay(book, charge)
  }

  #charge(merchantId: string, { n, id, status, amountCents, createdAt }: BulkCharge): string {
    const payer = payerOf(n * 31)
    const { box, keyId } = this.#ctx.vault.seal(payer.document, documentOwner(id))
    const paid = status === 'paid'
    const { feeCents, netCents } = computeSale(amountCents, TERMS)
    const expiresAt =
      status === 'failed' ? null : new Date(createdAt.getTime() + (paid ? HOUR_MS : LIFE_MS[status]))
    const changedAt = new Date(createdAt.getTime() + PAID_AFTER_MS)
    const order = `carga-${merchantId.slice(-6)}-${n}`
    return copyRow([
      merchantId,
      id,
      'production',
      order,
      amountCents,
      'Café 250 g',
      status,
      status === 'failed' ? 'payer_incomplete' : null,
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
      searchable(payer.name),
      box,
      keyId,
      this.#hash(n * 31),
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

  #hash(n: number): Buffer {
    const payer = n % PAYERS_MAX
    const known = this.#hashes.get(payer)
    if (known) return known
    const hash = documentHash(this.#ctx, payerOf(payer).document)
    this.#hashes.set(payer, hash)
    return hash
  }
}

const TERMS = { feePercentBps: FEE_BPS, feeFixedCents: 0n, reserveBps: 0 }
/** How long charges that are not paid stay payable. */
const LIFE_MS = { pending: 400 * 24 * HOUR_MS, expired: 30_000, cancelled: HOUR_MS, failed: 0 }
const FINGERPRINT = Buffer.alloc(32, 7)
const QR_CODE = '00020126830014br.gov.bcb.pix2561pix.example/qr/v2/'.padEnd(150, '0')

/** The end-to-end id of a bulk charge's payment: 32 characters. */
export const endToEndIdOf = (chargeId: string): string => `E${chargeId.replaceAll('-', '').slice(-31)}`
