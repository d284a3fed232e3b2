import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { MaskedBankAccount } from './bank-account.ts'

const schema = defineEntity({
  name: 'MerchantBankAccount',
  tableName: 'merchant_bank_account',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    shown: p.json<MaskedBankAccount>(),
    box: p.blob().$type<Buffer>(),
    keyId: p.text(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
})

/** A version of a merchant's bank account. `box` contains the encrypted account, and `shown` its masked form. */
export class MerchantBankAccount extends schema.class {}
schema.setClass(MerchantBankAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    merchant_bank_account: InferKyselyTable<typeof schema>
  }
}
