import { IndexMigration } from './index-migration.ts'

/** Adds the index that finds the charges with open cases. */
export class IndexOpenCases extends IndexMigration {
  override readonly build = [
    {
      name: 'financial_case_open',
      table: 'financial_case',
      definition: `(merchant_id, charge_id) where status = 'open' and charge_id is not null`,
    },
  ]
}
