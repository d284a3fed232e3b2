import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds the open exceptions of a payment. The index contains only open exceptions. */
export class IndexExceptionsOfPayments extends IndexMigration {
  override readonly build = [
    {
      name: 'reconciliation_exception_payment',
      table: 'reconciliation_exception',
      definition: `(merchant_id, payment_id) where state = 'open' and payment_id is not null`,
    },
  ]
}
