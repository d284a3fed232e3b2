import { createHash } from 'node:crypto'
import { ago, DAY, HOUR, merchants, MINUTE, NOW, uuid } from './data.ts'
import { deliveriesOf, type Delivery } from './deliveries.ts'

/** Believable charges in every state, with what each moved, told and was answered. */

const PAYERS = [
  'Maria Aparecida dos Santos',
  'João Pedro Oliveira',
  'Ana Clara Nogueira',
  'Comercial Andrade & Filhos Ltda',
  null,
]
const STATUSES = [
  'pending',
  'paid',
  'paid',
  'expired',
  'paid',
  'failed',
  'partially_refunded',
  'paid',
  'refunded',
  'cancelled',
  'created',
]
const BR_CODE =
  '00020126850014br.gov.bcb.pix2563qrcode.provedor.example/v2/cobv/9d36b84f70b24a9e8f2b1c7e5a3d4f6052040000530398654061299.905802BR5914LIVRARIA SUL6009SAO PAULO62070503***6304A1B2'

/** Half up to the centavo. */
const feeOf = (amount: bigint) => (amount * 99n + 5000n) / 10000n + 10n

function payments(id: string, amountCents: string, paidAt: string | null, count: number) {
  if (paidAt === null) return []
  return Array.from({ length: count }, (_, n) => ({
    id: uuid(`${id} payment ${n}`),
    endToEndId: `E18236120202611201342${createHash('sha256')
      .update(id + n)
      .digest('hex')
      .slice(0, 11)}`,
    amountCents,
    classification: n === 0 ? 'primary' : 'duplicate',
    paidAt: new Date(Date.parse(paidAt) + n * MINUTE).toISOString(),
    recordedAt: new Date(Date.parse(paidAt) + n * MINUTE + 900).toISOString(),
    settledAt:
      n === 0 && NOW - Date.parse(paidAt) > DAY ? new Date(Date.parse(paidAt) + DAY).toISOString() : null,
  }))
}

function chargeAt(index: number) {
  const status = STATUSES[index % STATUSES.length] ?? 'paid'
  const merchant = merchants[index % 7 === 3 ? 1 : index % 11 === 5 ? 3 : 0]
  const id = uuid(`charge ${index}`)
  const amount = BigInt(((index * 7919) % 90_000) + 990)
  const created = index * 37 * MINUTE + 2 * MINUTE
  const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(status)
  const paidAt = isPaid ? ago(created - 90_000) : null
  const fee = feeOf(amount)
  const reserve = ((amount - fee) * 500n) / 10_000n
  const hasCode = status !== 'failed' && status !== 'created'
  const orderReference = `PED-2026-${String(48_211 - index).padStart(6, '0')}`
  return {
    id,
    merchantId: merchant?.id ?? '',
    merchant,
    orderReference,
    amountCents: String(amount),
    currency: 'BRL',
    description: index % 3 === 0 ? `Pedido ${orderReference} · 3 itens` : null,
    status,
    feePercentBps: 99,
    feeFixedCents: '10',
    feeCents: isPaid ? String(fee) : null,
    netCents: isPaid ? String(amount - fee) : null,
    reserveCents: isPaid ? String(reserve) : null,
    refundedCents:
      status === 'refunded' ? String(amount) : status === 'partially_refunded' ? String(amount / 4n) : '0',
    expiresAt: status === 'failed' ? null : ago(created - HOUR),
    paidAt,
    latePayment: index === 7,
    createdAt: ago(created),
    updatedAt: paidAt ?? ago(created - 1000),
    pix: hasCode
      ? { qrCodePayload: BR_CODE, txid: id.replaceAll('-', ''), expiresAt: ago(created - HOUR) }
      : null,
    endToEndId: payments(id, String(amount), paidAt, 1)[0]?.endToEndId ?? null,
    paymentsCount: isPaid ? (index === 4 ? 2 : 1) : 0,
    failureMessage: status === 'failed' ? 'Emissão recusada pela análise de risco' : null,
    payerName: PAYERS[index % PAYERS.length] ?? null,
    payerDocumentMasked: PAYERS[index % PAYERS.length] ? '***.456.789-**' : null,
    payments: payments(id, String(amount), paidAt, index === 4 ? 2 : 1),
  }
}

type Base = ReturnType<typeof chargeAt>

function line(
  charge: Base,
  [eventType, description]: [eventType: string, description: string],
  [lineNo, position]: [lineNo: number, position: string],
  amountCents: bigint,
) {
  return {
    journalId: uuid(`${charge.id} ${eventType}`),
    lineNo,
    eventType,
    description,
    economicAt: charge.paidAt,
    postedAt: charge.paidAt,
    position,
    amountCents: String(amountCents),
    balanceAfterCents: String(1_284_455n + amountCents),
    sourceType: 'charge',
    sourceId: charge.id,
    isReversal: false,
    charge: { id: charge.id, orderReference: charge.orderReference, endToEndId: charge.endToEndId },
  }
}

function journalOf(charge: Base) {
  if (charge.paidAt === null || charge.netCents === null || charge.reserveCents === null) return []
  const [net, reserve] = [BigInt(charge.netCents), BigInt(charge.reserveCents)]
  const lines = [
    line(charge, ['charge.paid', 'Cobrança paga'], [1, 'pending'], net),
    line(charge, ['reserve.held', 'Reserva contratual retida'], [1, 'pending'], -reserve),
    line(charge, ['reserve.held', 'Reserva contratual retida'], [2, 'contract_reserve'], reserve),
  ]
  if (NOW - Date.parse(charge.paidAt) > DAY)
    lines.push(
      line(charge, ['gateway.funds_available', 'Venda liquidada'], [1, 'pending'], reserve - net),
      line(charge, ['gateway.funds_available', 'Venda liquidada'], [2, 'available'], net - reserve),
    )
  return lines
}

const EVENT: Readonly<Record<string, string>> = {
  paid: 'charge.paid',
  expired: 'charge.expired',
  failed: 'charge.failed',
  partially_refunded: 'charge.refunded',
  refunded: 'charge.refunded',
}

function eventsOf(charge: Base, index: number) {
  const type = EVENT[charge.status]
  if (type === undefined) return []
  const id = `evt_01JD${createHash('sha256').update(charge.id).digest('hex').slice(0, 22).toUpperCase()}`
  const data = {
    charge_id: charge.id,
    order_reference: charge.orderReference,
    amount_cents: charge.amountCents,
  }
  const event = { id, type, createdAt: charge.updatedAt }
  return [
    {
      ...event,
      body: JSON.stringify({
        id,
        type,
        version: 'v1',
        created_at: charge.updatedAt,
        environment: 'production',
        data,
      }),
      deliveries: deliveriesOf(event, index),
    },
  ]
}

const item = (at: string | null, kind: string, more: object = {}) =>
  at === null ? [] : [{ at, kind, detail: null, deliveryId: null, eventId: null, journalId: null, ...more }]

function timelineOf(charge: Base, events: ReturnType<typeof eventsOf>) {
  const delivered = events.flatMap(({ deliveries }) => deliveries)
  return [
    ...item(charge.createdAt, 'charge.created', { detail: charge.orderReference }),
    ...(charge.pix ? item(charge.createdAt, 'charge.issued') : []),
    ...(charge.status === 'failed' ? item(charge.updatedAt, 'charge.failed') : []),
    ...item(charge.paidAt, 'payment.primary', { detail: charge.endToEndId }),
    ...item(charge.paidAt, 'charge.paid'),
    ...journalOf(charge)
      .filter(({ lineNo }) => lineNo === 1)
      .flatMap((entry) => item(entry.postedAt, entry.eventType, { journalId: entry.journalId })),
    ...delivered.flatMap(({ id: deliveryId, finishedAt, status, ...facts }: Delivery) =>
      item(finishedAt, `delivery.${status}`, { deliveryId, ...facts }),
    ),
  ]
}

/** The charges, newest first. */
export const charges = Array.from({ length: 140 }, (_, index) => {
  const charge = chargeAt(index)
  const events = eventsOf(charge, index)
  return { ...charge, journalLines: journalOf(charge), events, timeline: timelineOf(charge, events) }
})

/** The statement of a merchant, newest first, with one payout and one debt covered. */
export function statementLines(merchantId: string) {
  return charges
    .filter((charge) => charge.merchantId === merchantId)
    .flatMap((charge, index) => {
      const lines = journalOf(charge)
      const [first] = lines
      if (!first || index !== 9) return lines
      const payout = {
        ...first,
        journalId: uuid(`payout ${charge.id}`),
        eventType: 'gateway.external_payout',
        description: 'Repasse TED-2026-11-18-0042',
        position: 'available',
        amountCents: '-845000',
        balanceAfterCents: '39455',
        sourceType: 'gateway',
        charge: null,
      }
      return [payout, ...lines]
    })
}
