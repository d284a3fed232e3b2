import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'DisputeNotice',
  tableName: 'dispute_notice',
  properties: {
    id: p.uuid().primary(),
    networkId: p.text(),
    endToEndId: p.text(),
    amountCents: p.bigint(),
    nature: p.text(),
    description: p.text().strictNullable(),
    answerUntil: p.datetime(3),
    status: p.enum(['open', 'accepted', 'rejected', 'cancelled'] as const),
    grantedCents: p.bigint().strictNullable(),
    decidedAt: p.datetime(3).strictNullable(),
    state: p.enum(['waiting', 'done'] as const),
    /** The merchant and the case of the dispute to which the notice belongs. Both are null until a dispute exists. */
    merchantId: p.uuid().strictNullable(),
    caseId: p.uuid().strictNullable(),
    receivedAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** The correlation id of the callback. */
    correlationId: p.uuid().strictNullable(),
    /** The cell (database) to which the notice was forwarded, because its merchant has moved to that cell. */
    forwardedTo: p.text().strictNullable(),
  },
})

/** A dispute about which the network has sent a notice, with the latest status at the network. */
export class DisputeNotice extends schema.class {}
schema.setClass(DisputeNotice)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    dispute_notice: InferKyselyTable<typeof schema>
  }
}
