import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const REFUND_FEE_POLICIES = ['prorata', 'keep'] as const
export type RefundFeePolicy = (typeof REFUND_FEE_POLICIES)[number]

/**
 * The policy for a lost dispute whose hold is smaller than the disputed amount. `service_advances` means that the
 * service pays the missing part. `return_what_exists` means that only the held amount is returned.
 */
export const DISPUTE_POLICIES = ['service_advances', 'return_what_exists'] as const
export type DisputePolicy = (typeof DISPUTE_POLICIES)[number]

/** The id of the internal merchant, which owns money that belongs to no merchant yet. */
export const SERVICE_MERCHANT_ID = '00000000-0000-7000-8000-000000000001'

const schema = defineEntity({
  name: 'Merchant',
  tableName: 'merchant',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    document: p.text(),
    environment: p.enum(['production', 'sandbox'] as const),
    pixEnabled: p.boolean(),
    feePercentBps: p.integer(),
    feeFixedCents: p.bigint(),
    reserveBps: p.integer(),
    reserveDays: p.integer(),
    settlementDelayDays: p.integer(),
    refundFeePolicy: p.enum(REFUND_FEE_POLICIES),
    disputePolicy: p.enum(DISPUTE_POLICIES),
    amountCeilingCents: p.bigint().strictNullable(),
    writeRate: p.integer(),
    readRate: p.integer(),
    searchRate: p.integer(),
    payoutsByService: p.boolean(),
    payoutsSuspended: p.boolean(),
    bankAccountId: p.uuid().strictNullable(),
    bankAccountRemovedAt: p.datetime(3).strictNullable(),
    creationKey: p.text().strictNullable(),
    creationFingerprint: p.blob().$type<Buffer>().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** The business that owns charges: `gateway_id` on the wire. New charges copy the merchant's terms. */
export class Merchant extends schema.class {}
schema.setClass(Merchant)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    merchant: InferKyselyTable<typeof schema>
  }
}
