import { defineEntity, p } from '@mikro-orm/core'
import { REFUND_FEE_POLICIES } from '../merchants/merchant.entity.ts'
import { CHARGE_STATUSES } from './charge-status.ts'
import { FAILURE_CODES, FAILURE_MESSAGES } from './failure.ts'

const schema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    environment: p.enum(['production', 'sandbox'] as const),
    orderReference: p.text(),
    amountCents: p.bigint(),
    description: p.text().nullable(),
    status: p.enum(CHARGE_STATUSES),
    failureCode: p.enum(FAILURE_CODES).nullable(),
    feePercentBps: p.integer(),
    feeFixedCents: p.bigint(),
    reserveBps: p.integer(),
    reserveDays: p.integer(),
    settlementDelayDays: p.integer(),
    refundFeePolicy: p.enum(REFUND_FEE_POLICIES),
    feeCents: p.bigint().nullable(),
    netCents: p.bigint().nullable(),
    reserveCents: p.bigint().nullable(),
    refundedCents: p.bigint(),
    refundingCents: p.bigint(),
    pendingLeftCents: p.bigint(),
    reserveLeftCents: p.bigint(),
    feeLeftCents: p.bigint(),
    expiresInSeconds: p.integer(),
    expiresAt: p.datetime(3).nullable(),
    paidAt: p.datetime(3).nullable(),
    cancelledAt: p.datetime(3).nullable(),
    latePayment: p.boolean(),
    isSimulated: p.boolean(),
    qrCodePayload: p.text().nullable(),
    endToEndId: p.text().nullable(),
    paymentsCount: p.integer(),
    payerName: p.text().nullable(),
    payerNameSearch: p.text().nullable(),
    payerDocumentBox: p.blob().nullable(),
    payerDocumentKeyId: p.text().nullable(),
    payerDocumentHash: p.blob().nullable(),
    metadata: p.json<Record<string, string>>(),
    idempotencyKey: p.text(),
    fingerprint: p.blob(),
    issuingUntil: p.datetime(3).nullable(),
    nextCheckAt: p.datetime(3).nullable(),
    checksCount: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** A request to be paid by Pix. */
export class Charge extends schema.class {
  /** The network's name for it: the id without dashes, 32 characters. */
  get txid(): string {
    return txidOf(this.id)
  }

  /** The text for display of a refused issuance; null in every other status. */
  get failureMessage(): string | null {
    return this.failureCode ? FAILURE_MESSAGES[this.failureCode] : null
  }
}
schema.setClass(Charge)

/** The txid of a charge (API Pix wants 26 to 35 letters and digits). */
export const txidOf = (chargeId: string): string => chargeId.replaceAll('-', '')

/** The charge id in a txid; undefined when the txid is not one of ours. */
export function chargeIdOf(txid: string): string | undefined {
  if (!/^[0-9a-f]{32}$/i.test(txid)) return undefined
  return txid.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
