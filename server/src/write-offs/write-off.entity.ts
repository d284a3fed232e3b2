import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const WRITE_OFF_STATES = ['asked', 'written_off', 'refused'] as const
export type WriteOffState = (typeof WRITE_OFF_STATES)[number]

const schema = defineEntity({
  name: 'WriteOff',
  tableName: 'debt_write_off',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    state: p.enum(WRITE_OFF_STATES),
    amountCents: p.bigint(),
    reason: p.text(),
    askedAt: p.datetime(3),
    askedBy: p.text(),
    decidedAt: p.datetime(3).strictNullable(),
    decidedBy: p.text().strictNullable(),
    note: p.text().strictNullable(),
    journalId: p.uuid().strictNullable(),
  },
})

/**
 * A request to write off a merchant's debt, or a part of it. One person requests the write-off. Only another person can
 * agree to it; every person with the permission can refuse it.
 */
export class WriteOff extends schema.class {}
schema.setClass(WriteOff)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    debt_write_off: InferKyselyTable<typeof schema>
  }
}
