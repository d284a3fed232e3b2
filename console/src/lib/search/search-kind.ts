/** What a search can find. */
export type SearchKind =
  | 'api_key'
  | 'charge'
  | 'financial_case'
  | 'journal_entry'
  | 'merchant'
  | 'payout'
  | 'refund'
  | 'webhook_delivery'
  | 'webhook_endpoint'
  | 'webhook_event'
