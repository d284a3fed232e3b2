import { expressionBuilder, type Expression } from 'kysely'
import { isDueToExpire } from '../charges/charge-expiry.ts'
import type { Tables } from '../kernel/database/tables.ts'

// Each function of this file returns a query for the due rows of one job, with the conditions of the job's own query.
// The caller adds the selected columns. Each condition uses a partial index that contains only waiting rows, so a query
// is cheap if nothing is due. The rows include those that are postponed in `job_failure`.

const eb = expressionBuilder<Tables>()

export const dueInboxRows = (kind: 'pix' | 'devolucao', now: Expression<Date>) =>
  eb
    .selectFrom('network_inbox as n')
    .where('n.state', '=', 'waiting')
    .where('n.kind', '=', kind)
    .where('n.next_attempt_at', '<=', now)

export const requestableReturns = (now: Expression<Date>) =>
  eb.selectFrom('network_return as n').where('n.state', '=', 'asking').where('n.next_attempt_at', '<=', now)

export const unfinishedReturns = (now: Expression<Date>) =>
  eb
    .selectFrom('network_return as n')
    .where('n.state', '<>', 'asking')
    .where('n.finished_at', 'is', null)
    .where('n.next_attempt_at', '<=', now)

export const heldPayments = () =>
  eb
    .selectFrom('financial_case as f')
    .where('f.status', '=', 'open')
    .where('f.kind', '=', 'held_payment')
    .where('f.exception', 'is', null)
    .where((held) =>
      held.not(
        held.exists(
          held
            .selectFrom('network_return as n')
            .select('n.id')
            .whereRef('n.merchant_id', '=', 'f.merchant_id')
            .whereRef('n.case_id', '=', 'f.id')
            .where('n.origin', '=', 'service'),
        ),
      ),
    )

export const expiredCharges = (now: Expression<Date>) => eb.selectFrom('charge').where(isDueToExpire(now))

export const unissuedCharges = (now: Expression<Date>) =>
  eb.selectFrom('charge as c').where('c.status', '=', 'created').where('c.next_check_at', '<=', now)

export const dueListings = (now: Expression<Date>) =>
  eb.selectFrom('network_listing as n').where('n.state', '=', 'waiting').where('n.next_attempt_at', '<=', now)

export const runningReplays = () => eb.selectFrom('webhook_replay as r').where('r.status', '=', 'running')
