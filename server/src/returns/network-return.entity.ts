import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const RETURN_ORIGINS = ['service', 'network'] as const
const RETURN_STATES = ['asking', 'returned', 'failed'] as const

const schema = defineEntity({
  name: 'NetworkReturn',
  tableName: 'network_return',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    caseId: p.uuid().strictNullable(),
    paymentId: p.uuid(),
    origin: p.enum(RETURN_ORIGINS),
    endToEndId: p.text(),
    networkId: p.text(),
    amountCents: p.bigint(),
    nature: p.text(),
    description: p.text().strictNullable(),
    state: p.enum(RETURN_STATES),
    returnId: p.text().strictNullable(),
    failureCode: p.text().strictNullable(),
    failureReason: p.text().strictNullable(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime(3),
    requestedAt: p.datetime(3),
    settledAt: p.datetime(3).strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
    reconciledAt: p.datetime(3).strictNullable(),
    bookError: p.text().strictNullable(),
  },
})

/** A return (devolução) of a payment, requested by the service or reported by the network. */
export class NetworkReturn extends schema.class {}
schema.setClass(NetworkReturn)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    network_return: InferKyselyTable<typeof schema>
  }
}
