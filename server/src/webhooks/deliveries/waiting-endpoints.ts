import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * Returns a query builder with the table expression `waiting_endpoint`. This table contains the ids of all endpoints
 * with pending deliveries. The last row of the table is null. The query is a loose index scan: one index probe per
 * endpoint, however many deliveries the endpoint has.
 */
export const withWaitingEndpoints = (queries: Kysely<Tables>) =>
  queries.withRecursive('waiting_endpoint(id)', (query) =>
    query
      .selectNoFrom((first) =>
        first
          .selectFrom('webhook_delivery as d')
          .select('d.endpoint_id')
          .where('d.status', '=', 'pending')
          .orderBy('d.endpoint_id')
          .limit(1)
          .as('id'),
      )
      .unionAll(
        query
          .selectFrom('waiting_endpoint')
          .select((next) =>
            next
              .selectFrom('webhook_delivery as d')
              .select('d.endpoint_id')
              .where('d.status', '=', 'pending')
              .whereRef('d.endpoint_id', '>', 'waiting_endpoint.id')
              .orderBy('d.endpoint_id')
              .limit(1)
              .as('id'),
          )
          .where('waiting_endpoint.id', 'is not', null),
      ),
  )
