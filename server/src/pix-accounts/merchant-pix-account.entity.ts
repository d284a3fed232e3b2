import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MerchantPixAccount',
  tableName: 'merchant_pix_account',
  properties: {
    merchantId: p.uuid().primary(),
    /**
     * The position of the account in the merchant's list, counted from 1. A new charge uses the first account that
     * accepts the charge.
     */
    position: p.smallint().primary(),
    pixAccountId: p.text(),
  },
})

/** A receiving account of a merchant. A merchant without rows uses the account `default`. */
export class MerchantPixAccount extends schema.class {}
schema.setClass(MerchantPixAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    merchant_pix_account: InferKyselyTable<typeof schema>
  }
}
