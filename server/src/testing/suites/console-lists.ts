/** The ids and times that the filters use, from a world in which `seedConsoleLists` has run. */
export interface ConsoleListIds {
  merchantId: string
  endpointId: string
  adminId: string
  /** A time in ISO format. Some records are older than this time, and some are newer. */
  midpoint: string
  /** The id of a paid payout. */
  payoutId: string
}

/** A list of the console: the query of its page and the filters that the page offers. */
export interface ConsoleList {
  list: string
  query: string
  /** The columns that identify a row, each with its GraphQL field. By default, the column `id` identifies a row. */
  by?: readonly (readonly [column: string, field: string])[]
  filters: (ids: ConsoleListIds) => object[]
}

const paged = (field: string, declared: string, passed: string, selection = 'id'): string =>
  `query ${declared} { rows: ${field}(${passed}first: 100) { nodes { ${selection} } totalCount } }`
const unpaginated = (field: string, declared = '', passed = ''): string =>
  `query ${declared} { rows: ${field}${passed} { id } }`

/**
 * Every list of the console, paginated or not. The first filter of each list matches more rows than the other filters.
 * After `seedConsoleLists`, each filter matches at least one row.
 */
export const CONSOLE_LISTS: readonly ConsoleList[] = [
  {
    list: 'charges',
    query: paged('charges', '($filter: ChargeFilter)', 'filter: $filter, '),
    filters: ({ merchantId, midpoint }) => [
      {},
      { merchantId },
      { status: ['pending'] },
      { orderReference: 'contestado' },
      { q: 'pendente' },
      { createdFrom: midpoint },
      { createdTo: midpoint },
      { amountFromCents: '5001' },
      { amountToCents: '5000' },
    ],
  },
  {
    list: 'cases',
    query: paged(
      'cases',
      '($merchantId: Uuid, $kind: [CaseKind!], $status: [CaseStatus!])',
      'merchantId: $merchantId, kind: $kind, status: $status, ',
    ),
    filters: ({ merchantId }) => [{}, { kind: ['dispute'] }, { merchantId, kind: ['refund'] }],
  },
  {
    list: 'payouts',
    query: paged(
      'payouts',
      '($merchantId: Uuid, $state: [PayoutState!], $paidFrom: DateTime, $paidTo: DateTime)',
      'merchantId: $merchantId, state: $state, paidFrom: $paidFrom, paidTo: $paidTo, ',
    ),
    filters: ({ merchantId }) => [
      {},
      { state: ['reserved', 'paid'] },
      { merchantId, state: ['given_back'] },
      { paidFrom: '2000-01-01T00:00:00.000Z', paidTo: '2100-01-01T00:00:00.000Z' },
    ],
  },
  {
    list: 'payout-lines',
    query: paged(
      'payoutLines',
      '($merchantId: Uuid!, $payoutId: Uuid!)',
      'merchantId: $merchantId, payoutId: $payoutId, ',
      'journalId lineNo',
    ),
    by: [
      ['journal_id', 'journalId'],
      ['line_no', 'lineNo'],
    ],
    filters: ({ merchantId, payoutId }) => [{ merchantId, payoutId }],
  },
  {
    list: 'statement',
    query: paged('statement', '($filter: StatementFilter!)', 'filter: $filter, ', 'journalId lineNo'),
    by: [
      ['journal_id', 'journalId'],
      ['line_no', 'lineNo'],
    ],
    filters: ({ merchantId, midpoint }) => [
      { merchantId },
      { merchantId, position: 'payout_reserved' },
      { merchantId, from: midpoint },
      { merchantId, to: midpoint },
      { merchantId, clock: 'posting', position: 'payout_reserved' },
      { merchantId, clock: 'posting', to: midpoint },
    ],
  },
  {
    list: 'reconciliation-exceptions',
    query: paged(
      'reconciliationExceptions',
      '($merchantId: Uuid, $state: ReconciliationExceptionState, $kind: ReconciliationExceptionKind)',
      'merchantId: $merchantId, state: $state, kind: $kind, ',
    ),
    filters: ({ merchantId }) => [
      {},
      { merchantId },
      { state: 'open' },
      { state: 'closed' },
      { kind: 'missing_at_network' },
    ],
  },
  {
    list: 'webhook-deliveries',
    query: paged('webhookDeliveries', '($filter: WebhookDeliveryFilter!)', 'filter: $filter, '),
    filters: ({ merchantId, endpointId, midpoint }) => [
      { merchantId },
      { merchantId, endpointId },
      { merchantId, eventType: 'charge.paid' },
      { merchantId, status: ['failed'] },
      { merchantId, errorClass: 'endpoint_off' },
      { merchantId, retrying: true },
      { merchantId, status: ['pending'], retrying: false },
      { merchantId, createdFrom: midpoint },
      { merchantId, createdTo: midpoint },
    ],
  },
  {
    list: 'webhook-replays',
    query: paged(
      'webhookReplays',
      '($merchantId: Uuid!, $endpointId: Uuid)',
      'merchantId: $merchantId, endpointId: $endpointId, ',
    ),
    filters: ({ merchantId, endpointId }) => [{ merchantId }, { merchantId, endpointId }],
  },
  {
    list: 'requests',
    query: paged('requests', '($filter: RequestFilterInput)', 'filter: $filter, '),
    filters: ({ merchantId, midpoint }) => [
      {},
      { merchantId },
      { status: 422 },
      { code: 'validation_error' },
      { route: '/v1/pix/charges' },
      { from: midpoint },
      { to: midpoint },
    ],
  },
  {
    list: 'audit',
    query: paged('auditEntries', '($filter: AuditFilterInput)', 'filter: $filter, '),
    filters: ({ merchantId, midpoint, adminId }) => [
      {},
      { merchantId },
      { actor: `staff:${adminId}` },
      { action: 'webhook_replay.start' },
      { targetIds: [merchantId] },
      { from: midpoint },
      { to: midpoint },
      { text: 'BANCO recusou' },
    ],
  },
  { list: 'webhook-fleet', query: paged('webhookEndpointFleet', '', ''), filters: () => [{}] },
  {
    list: 'merchants',
    query: paged('merchantBalances', '($filter: MerchantBalanceFilter)', 'filter: $filter, '),
    filters: ({ midpoint }) => [{}, { search: 'JOÃO', asOf: midpoint, order: 'total' }],
  },
  {
    list: 'api-keys',
    query: unpaginated('apiKeys', '($merchantId: Uuid!)', '(merchantId: $merchantId)'),
    filters: ({ merchantId }) => [{ merchantId }],
  },
  { list: 'staff-members', query: unpaginated('staffMembers'), filters: () => [{}] },
  { list: 'staff-invitations', query: unpaginated('staffInvitations'), filters: () => [{}] },
  { list: 'own-sessions', query: unpaginated('mySessions'), filters: () => [{}] },
]
