/** How the rows of a table move with a merchant. */
export interface MovedTable {
  name: string
  /** The column with the id of the merchant. By default, `merchant_id`. */
  merchant?: string
  /** The parent table, whose rows contain the id of the merchant, and the column that refers to the parent table. */
  through?: { parent: string; column: string }
  /** The columns that identify a row, if the table has no primary key. */
  key?: readonly string[]
  /** The order in which rows are copied, if it is not that of the key. */
  order?: readonly string[]
  /** The columns that are copied after all tables, because they refer to a later table. */
  later?: readonly string[]
  /**
   * This field is set if PSPs also write rows of the table in the target during the move. `unique` is a unique column.
   * If both cells have a row with the same value, the columns `owner` come from the source. The other columns come from
   * the row with the later time in the column `latest`.
   */
  merges?: { unique: string; latest: string; owner: readonly string[] }
  /** Whether the table has the column `pix_account_id`, whose value depends on the cell. */
  hasPixAccount?: true
  /** Whether processes still see the rows while the merchant moves: `read` allows reads, `all` also writes. */
  visible?: 'read' | 'all'
}

/**
 * The tables whose rows move, in the order in which they are inserted: a table follows the tables to which its foreign
 * keys refer.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  // A process must find the key and the merchant, to answer 503 and not 401 while the merchant moves.
  { name: 'merchant', merchant: 'id', later: ['bank_account_id'], visible: 'read' },
  { name: 'merchant_bank_account' },
  { name: 'merchant_terms' },
  { name: 'api_key', visible: 'read' },
  { name: 'webhook_endpoint' },
  { name: 'charge', hasPixAccount: true },
  { name: 'charge_name_word', key: ['merchant_id', 'word', 'created_at', 'charge_id'] },
  { name: 'ledger_head' },
  { name: 'ledger_account' },
  // In this order, an entry that reverses another entry comes after the reversed entry.
  { name: 'journal_entry', order: ['merchant_id', 'seq'] },
  { name: 'journal_line' },
  { name: 'financial_case' },
  { name: 'payment', hasPixAccount: true },
  { name: 'dispute' },
  { name: 'dispute_file' },
  { name: 'dispute_request' },
  // PSPs of both cells may notify the service at any time, and their notices do not name the merchant.
  {
    name: 'dispute_notice',
    merges: { unique: 'network_id', latest: 'decided_at', owner: ['merchant_id', 'case_id'] },
    visible: 'all',
  },
  { name: 'refund' },
  { name: 'network_return' },
  { name: 'reconciliation_exception' },
  { name: 'debt_write_off' },
  { name: 'payout' },
  { name: 'payout_line_block' },
  { name: 'payout_line_block_total' },
  { name: 'payout_line_range' },
  { name: 'statement_block_total' },
  { name: 'webhook_event' },
  { name: 'webhook_delivery' },
  { name: 'webhook_attempt' },
  { name: 'webhook_endpoint_hour' },
  { name: 'webhook_replay' },
  { name: 'webhook_replay_item', through: { parent: 'webhook_replay', column: 'replay_id' } },
  { name: 'event_feed_head' },
  { name: 'event_feed' },
  // One SQL statement stores the calls of several merchants. This SQL statement must not fail because one of these
  // merchants moves.
  { name: 'request_log', visible: 'all' },
]

/**
 * The tables whose rows of a merchant are not simply copied to the target.
 * - `rewritten`: the move writes other rows in the target.
 * - `stays`: the rows stay in the cell where they were written.
 * - `deleted`: the rows are deleted with the merchant.
 */
export const OTHER_MERCHANT_TABLES: Readonly<Record<string, 'rewritten' | 'stays' | 'deleted'>> = {
  // Each cell numbers the rows of this table. The order of the numbers decides the order of the feed.
  event_unsequenced: 'rewritten',
  // The rows name receiving accounts of the cell.
  merchant_pix_account: 'rewritten',
  // The rows contain the pauses of jobs after failures. One SQL statement writes the rows of several merchants, and
  // must not fail because one of these merchants moves.
  job_failure: 'deleted',
  // Each cell has its own hash chain of audit entries. See decision 0986.
  audit_entry: 'stays',
  merchant_move: 'stays',
  merchant_change: 'stays',
  moved_charge: 'stays',
  moved_payment: 'stays',
  moved_entry: 'stays',
}

/**
 * The tables that a move leaves as they are, because no row belongs to a merchant of a cell.
 * - `cell`: belongs to the cell, for example to its receiving accounts or its jobs.
 * - `control`: only the cell `main` has rows.
 * - `sandbox`: only the sandbox database has rows.
 */
export const CELL_TABLES: Readonly<Record<string, 'cell' | 'control' | 'sandbox'>> = {
  audit_head: 'cell',
  audit_link: 'cell',
  audit_verdict: 'cell',
  cell_identity: 'cell',
  file_store: 'cell',
  job_schedule: 'cell',
  ledger_anchor: 'cell',
  ledger_verdict: 'cell',
  migration: 'cell',
  network_inbox: 'cell',
  network_listing: 'cell',
  network_sweep: 'cell',
  pix_account: 'cell',
  pix_account_hour: 'cell',
  pix_account_report: 'cell',
  pix_account_secret: 'cell',
  rate_limit: 'cell',
  return_hold: 'cell',
  cell: 'control',
  cell_api_key: 'control',
  cell_merchant: 'control',
  directory_head: 'control',
  sign_in_throttle: 'control',
  staff: 'control',
  staff_identity: 'control',
  staff_invitation: 'control',
  staff_known_network: 'control',
  staff_password_link: 'control',
  staff_provider_sign_in: 'control',
  staff_recovery_code: 'control',
  staff_session: 'control',
  staff_sign_in: 'control',
  staff_totp: 'control',
  staff_view: 'control',
  sandbox_account: 'sandbox',
  sandbox_cob: 'sandbox',
  sandbox_pix: 'sandbox',
  sandbox_return: 'sandbox',
  sandbox_step: 'sandbox',
}

/** Returns the column of a table with the id of the merchant; undefined if only the parent table has such a column. */
export const merchantColumn = ({ merchant, through }: MovedTable): string | undefined =>
  through ? undefined : (merchant ?? 'merchant_id')
