import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * Builds a query for the notices (alias `n`) that can be applied now, with their payments (alias `p`). A notice must
 * wait until its payment is recorded. A decision must wait while this service is returning the money of the dispute. A
 * notice without a dispute must also wait while a dispute of another notice of the same payment is not closed. The
 * caller selects the columns.
 */
export const dueNotices = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('dispute_notice as n')
    .innerJoin('payment as p', 'p.end_to_end_id', 'n.end_to_end_id')
    .leftJoin('dispute as d', (join) =>
      join
        .onRef('d.merchant_id', '=', 'p.merchant_id')
        .onRef('d.payment_id', '=', 'p.id')
        .on('d.status', '<>', 'closed'),
    )
    .where('n.state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('d.status', 'is', null),
        eb('d.status', '=', 'open'),
        eb('d.returned_by', '=', 'network'),
        eb('n.status', '=', 'open'),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('d.status', 'is', null),
        eb('n.case_id', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('dispute_notice as other')
              .select('other.id')
              .whereRef('other.merchant_id', '=', 'd.merchant_id')
              .whereRef('other.case_id', '=', 'd.case_id'),
          ),
        ),
      ]),
    )
