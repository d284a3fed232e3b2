import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { DISPUTE_POLICIES, REFUND_FEE_POLICIES } from '../merchants/merchant.entity.ts'
import { CHARGE_STATUSES, FAILURE_CODES } from './charge-status.ts'

const schema = defineEntity({
  name: 'Charge',
  tableName: 'charge',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    environment: p.enum(['production', 'sandbox'] as const),
    orderReference: p.text(),
    amountCents: p.bigint(),
    description: p.text().strictNullable(),
    status: p.enum(CHARGE_STATUSES),
    failureCode: p.enum(FAILURE_CODES).strictNullable(),
    feePercentBps: p.integer(),
    feeFixedCents: p.bigint(),
    reserveBps: p.integer(),
    reserveDays: p.integer(),
    settlementDelayDays: p.integer(),
    refundFeePolicy: p.enum(REFUND_FEE_POLICIES),
    disputePolicy: p.enum(DISPUTE_POLICIES),
    feeCents: p.bigint().strictNullable(),
    netCents: p.bigint().strictNullable(),
    reserveCents: p.bigint().strictNullable(),
    refundedCents: p.bigint(),
    refundingCents: p.bigint(),
    pendingLeftCents: p.bigint(),
    reserveLeftCents: p.bigint(),
    feeLeftCents: p.bigint(),
    expiresInSeconds: p.integer(),
    expiresAt: p.datetime(3).strictNullable(),
    paidAt: p.datetime(3).strictNullable(),
    cancelledAt: p.datetime(3).strictNullable(),
    latePayment: p.boolean(),
    isSimulated: p.boolean(),
    qrCodePayload: p.text().strictNullable(),
    endToEndId: p.text().strictNullable(),
    paymentsCount: p.integer(),
    payerName: p.text().strictNullable(),
    payerNameSearch: p.text().strictNullable(),
    payerDocumentBox: p.blob().$type<Buffer>().strictNullable(),
    payerDocumentKeyId: p.text().strictNullable(),
    payerDocumentHash: p.blob().$type<Buffer>().strictNullable(),
    metadata: p.json<Record<string, string>>(),
    idempotencyKey: p.text(),
    correlationId: p.uuid().strictNullable(),
    createdByKeyId: p.uuid().strictNullable(),
    cancelledCorrelationId: p.uuid().strictNullable(),
    cancelAskedAt: p.datetime(3).strictNullable(),
    cancelAskedBy: p.enum(['merchant', 'service'] as const).strictNullable(),
    pixAccountId: p.text().default('default'),
    cancelAskedActor: p.text().strictNullable(),
    fingerprint: p.blob().$type<Buffer>(),
    issuingUntil: p.datetime(3).strictNullable(),
    nextCheckAt: p.datetime(3).strictNullable(),
    checksCount: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** A request to be paid by Pix. */
export class Charge extends schema.class {}
schema.setClass(Charge)

/**
 * Returns the txid of a charge, which identifies it at the PSP: the charge id without dashes. API Pix requires 26 to 35
 * letters and digits.
 */
export const txidOf = (chargeId: string): string => chargeId.replaceAll('-', '')

/** Returns the charge id that a txid contains; undefined if this service cannot have created the txid. */
export function chargeIdOf(txid: string): string | undefined {
  if (!/^[0-9a-f]{32}$/i.test(txid)) return undefined
  return txid.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    charge: InferKyselyTable<typeof schema>
  }
}
