import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

/** The party that requested the return: `service` for this service, `network` for any other party (MED). */
const RETURN_ORIGINS = ['service', 'network'] as const
/** The state is `asking` until the PSP reports the outcome. */
const RETURN_STATES = ['asking', 'returned', 'failed'] as const
const RETURN_FAILURES = ['return_refused', 'return_not_done'] as const
/** Why a return failed. */
export type ReturnFailure = (typeof RETURN_FAILURES)[number]

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
    /** The id of the return in API Pix, chosen by the party that requested the return. */
    networkId: p.text(),
    amountCents: p.bigint(),
    nature: p.text(),
    description: p.text().strictNullable(),
    state: p.enum(RETURN_STATES),
    /** The id that the network assigned (rtrId). */
    returnId: p.text().strictNullable(),
    failureCode: p.enum(RETURN_FAILURES).strictNullable(),
    failureReason: p.text().strictNullable(),
    attempts: p.integer(),
    nextAttemptAt: p.datetime(3),
    requestedAt: p.datetime(3),
    /** The time at which the PSP carried out the return. */
    settledAt: p.datetime(3).strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
    reconciledAt: p.datetime(3).strictNullable(),
    bookError: p.text().strictNullable(),
    /** The correlation id of the request, callback or job run that created the row. */
    correlationId: p.uuid().strictNullable(),
  },
})

/** A return (devolução) of a payment, requested by the service or reported by the PSP. */
export class NetworkReturn extends schema.class {}
schema.setClass(NetworkReturn)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    network_return: InferKyselyTable<typeof schema>
  }
}
