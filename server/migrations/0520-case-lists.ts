import { IndexMigration } from './index-migration.ts'

/**
 * Adds the indexes for pages of cases. The pages list open disputes by deadline, other open cases by opening time, and
 * closed cases by closing time. Each order has two indexes: one for the cases of a merchant, and one for the cases of
 * all merchants.
 */
export class IndexCaseLists extends IndexMigration {
  override readonly build = [
    {
      name: 'dispute_by_deadline',
      table: 'dispute',
      definition: `(merchant_id, status, answer_until, case_id) where status <> 'closed'`,
    },
    {
      name: 'dispute_by_deadline_all',
      table: 'dispute',
      definition: `(status, answer_until, case_id) where status <> 'closed'`,
    },
    {
      name: 'financial_case_open_list',
      table: 'financial_case',
      definition: `(merchant_id, kind, opened_at, id) where status = 'open'`,
    },
    {
      name: 'financial_case_open_list_all',
      table: 'financial_case',
      definition: `(kind, opened_at, id) where status = 'open'`,
    },
    {
      name: 'financial_case_closed_list',
      table: 'financial_case',
      definition: `(merchant_id, status, kind, closed_at desc, id desc) where status <> 'open'`,
    },
    {
      name: 'financial_case_closed_list_all',
      table: 'financial_case',
      definition: `(status, kind, closed_at desc, id desc) where status <> 'open'`,
    },
  ]
}
