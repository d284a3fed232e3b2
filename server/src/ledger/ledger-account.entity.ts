import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { POSITIONS } from './chart.ts'

const ACCOUNT_CLASSES = ['asset', 'liability', 'income', 'expense'] as const

const schema = defineEntity({
  name: 'LedgerAccount',
  tableName: 'ledger_account',
  properties: {
    merchantId: p.uuid().primary(),
    code: p.text().primary(),
    class: p.enum(ACCOUNT_CLASSES),
    position: p.enum(POSITIONS).strictNullable(),
    balanceCents: p.bigint(),
    version: p.bigint(),
  },
})

/** An account of one merchant's ledger, with its balance in centavos: credits minus debits. */
export class LedgerAccount extends schema.class {}
schema.setClass(LedgerAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    ledger_account: InferKyselyTable<typeof schema>
  }
}
