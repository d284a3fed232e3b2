import { isOneOf, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'

/** Returns up to `limit` payments of the inbox that are due, the oldest first. Does not lock the rows. */
export const selectDue = preparedQuery((compiler, given: Given<{ now: Date; limit: number }>) =>
  compiler
    .selectFrom('network_inbox')
    .select([
      'id as inboxId',
      'end_to_end_id as endToEndId',
      'txid',
      'amount_cents as amountCents',
      'paid_at as paidAt',
      'correlation_id as correlationId',
      'pix_account_id as pixAccountId',
    ])
    .where('state', '=', 'waiting')
    .where('kind', '=', 'pix')
    // The subselect hides the time from the planner, so that PostgreSQL keeps the cached generic plan.
    .where(
      'next_attempt_at',
      '<=',
      compiler.selectNoFrom((eb) => eb.cast<Date>(given('now'), 'timestamptz').as('now')),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(given('limit')),
)

/** Returns the merchant of each of the charges. */
export const selectOwners = preparedQuery((compiler, given: Given<{ ids: string[] }>) =>
  compiler
    .selectFrom('charge')
    .select(['id', 'merchant_id as merchantId'])
    .where(isOneOf('id', given('ids'))),
)
