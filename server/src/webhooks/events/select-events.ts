import {
  expressionBuilder,
  sql,
  type AliasableExpression,
  type Expression,
  type Selectable,
  type SqlBool,
} from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'

export interface EventFilter {
  type?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  chargeId?: string | undefined
  /** With true, selects events that have deliveries, all of which succeeded. With false, selects all other events. */
  delivered?: boolean | undefined
}

export type EventRow = Selectable<Tables['webhook_event']>

export interface EventConditions extends EventFilter {
  merchantId: string
  /** The last event of the previous page. */
  after: { at: Date; id: string } | undefined
  limit: number
}

/**
 * Selects the matching events of the merchant, newest first (keyset pagination). Each query reads an index in the order
 * of the list and stops at its limit.
 */
export const selectEvents = (ctx: Context, given: EventConditions): Promise<EventRow[]> =>
  db(ctx)
    .selectFrom(eventsOf(given).as('e'))
    .selectAll('e')
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(given.limit)
    .execute()

function eventsOf(given: EventConditions): AliasableExpression<EventRow> {
  if (given.delivered === undefined) return matchingEvents(given)
  return given.delivered ? deliveredEvents(given) : undeliveredEvents(given)
}

const query = expressionBuilder<Tables>()

function matchingEvents(given: EventConditions) {
  const events = query
    .selectFrom('webhook_event as e')
    .selectAll('e')
    .where('e.merchant_id', '=', given.merchantId)
    .where(matches(given, { at: 'e.created_at', id: 'e.id', type: 'e.type' }))
  return given.chargeId === undefined ? events : events.where('e.charge_id', '=', given.chargeId)
}

const deliveredEvents = (given: EventConditions) =>
  matchingEvents(given)
    .where((event) => event('e.has_deliveries', '=', event.lit(true)))
    .where((event) =>
      event.not(
        event.exists(
          event
            .selectFrom('webhook_delivery as d')
            .select('d.id')
            .where('d.merchant_id', '=', given.merchantId)
            .where('d.status', '<>', 'succeeded')
            .whereRef('d.event_created_at', '=', 'e.created_at')
            .whereRef('d.event_id', '=', 'e.id'),
        ),
      ),
    )

/**
 * Finds undelivered events through an index of the deliveries that have not succeeded, and events without deliveries
 * through another index.
 */
const undeliveredEvents = (given: EventConditions) =>
  query
    .selectFrom(waitingEvents(given).as('e'))
    .selectAll('e')
    .unionAll((union) =>
      union.parens(
        matchingEvents(given)
          .where((event) => event('e.has_deliveries', '=', event.lit(false)))
          .orderBy('e.created_at', 'desc')
          .orderBy('e.id', 'desc')
          .limit(given.limit),
      ),
    )

function waitingEvents(given: EventConditions) {
  const { merchantId, chargeId, limit } = given
  const waiting = query
    .selectFrom('webhook_delivery as d')
    .select(['d.event_created_at', 'd.event_id'])
    .distinct()
    .where('d.merchant_id', '=', merchantId)
    .where('d.status', '<>', 'succeeded')
    .where(matches(given, { at: 'd.event_created_at', id: 'd.event_id', type: 'd.event_type' }))
    .orderBy('d.event_created_at', 'desc')
    .orderBy('d.event_id', 'desc')
  // With a filter by charge, the limit applies after the join, because only the join shows the charge of an event.
  const first = chargeId === undefined ? waiting.limit(limit) : waiting
  const events = query
    .selectFrom(first.as('waiting'))
    .innerJoin('webhook_event as e', (join) =>
      join
        .onRef('e.created_at', '=', 'waiting.event_created_at')
        .onRef('e.id', '=', 'waiting.event_id')
        .on('e.merchant_id', '=', merchantId),
    )
    .selectAll('e')
    .orderBy('waiting.event_created_at', 'desc')
    .orderBy('waiting.event_id', 'desc')
    .limit(limit)
  return chargeId === undefined ? events : events.where('e.charge_id', '=', chargeId)
}

/** Returns the condition on type, period and page for the given columns. */
function matches(
  { type, createdFrom, createdTo, after }: EventConditions,
  columns: { at: string; id: string; type: string },
): Expression<SqlBool> {
  const at = sql.ref<Date>(columns.at)
  const id = sql.ref<string>(columns.id)
  const conditions: Expression<SqlBool>[] = []
  if (type !== undefined) conditions.push(query(sql.ref<string>(columns.type), '=', type))
  if (createdFrom) conditions.push(query(at, '>=', createdFrom))
  if (createdTo) conditions.push(query(at, '<', createdTo))
  if (after) conditions.push(query(at, '<=', after.at), sql`(${at}, ${id}) < (${after.at}, ${after.id})`)
  return query.and(conditions)
}
