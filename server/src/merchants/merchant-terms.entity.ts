import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { AuditedTerms } from './terms.ts'

const schema = defineEntity({
  name: 'MerchantTerms',
  tableName: 'merchant_terms',
  properties: {
    merchantId: p.uuid().primary(),
    version: p.integer().primary(),
    terms: p.json<AuditedTerms>(),
    validFrom: p.datetime(3),
    changedBy: p.text(),
    correlationId: p.text().strictNullable(),
  },
})

/** A version of a merchant's terms. */
export class MerchantTerms extends schema.class {}
schema.setClass(MerchantTerms)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    merchant_terms: InferKyselyTable<typeof schema>
  }
}
