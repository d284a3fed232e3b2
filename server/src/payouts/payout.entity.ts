import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const PAYOUT_STATES = ['reserved', 'paid', 'given_back', 'reversed'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

const schema = defineEntity({
  name: 'Payout',
  tableName: 'payout',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    state: p.enum(PAYOUT_STATES),
    amountCents: p.bigint(),
    externalReference: p.text().strictNullable(),
    paidAt: p.datetime(3).strictNullable(),
    journalId: p.uuid().strictNullable(),
    entrySeq: p.bigint().strictNullable(),
    note: p.text().strictNullable(),
    reservedAt: p.datetime(3).strictNullable(),
    bankAccountId: p.uuid().strictNullable(),
    idempotencyKey: p.text().strictNullable(),
    fingerprint: p.blob().$type<Buffer>().strictNullable(),
    linesAssignedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
    updatedAt: p.datetime(3),
  },
})

/**
 * A transfer by the service to the merchant's bank account. The bank's reference, the time of the transfer and the
 * journal entry are set when the payout is paid. `idempotencyKey` and `fingerprint` are null if the payout was recorded
 * without a reservation.
 */
export class Payout extends schema.class {}
schema.setClass(Payout)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    payout: InferKyselyTable<typeof schema>
  }
}
