import { expressionBuilder, sql, type Expression } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { laterBy, timeOf } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { WARNINGS_MS } from '../disputes/deadline-warnings.ts'
import { AVAILABLE_AT } from '../settlements/make-available.ts'
import { RELEASED_AT } from '../settlements/release-reserves.ts'

const eb = expressionBuilder<Tables>()
const least = (times: Expression<Date | null>[]) => eb.fn<Date | null>('least', times)
const earliest = (time: Expression<Date | null>) => sql<Date | null>`min(${time})`
const fromUtc = (time: Expression<Date>) => sql<Date>`(${time}) at time zone 'UTC'`

/** Each of these times is after the current time; undefined when nothing becomes due. */
export interface NextDue {
  /** The earliest time at which a row of the test account becomes due for a job. */
  any: Date | undefined
  /** The earliest time at which a step of the test network, a charge or a dispute becomes due. */
  fact: Date | undefined
}

/**
 * Returns when rows of the test account become due. A row that becomes due may have no effect: for example, a refund
 * may have used up the money of a charge.
 */
export async function nextDueAt(ctx: Context): Promise<NextDue> {
  const now = timeOf(ctx.clock.now())
  const facts = [...ofCharges(now), ...ofSteps(now), ...ofDisputes(now)]
  const row = await db(ctx)
    .selectNoFrom([
      least([...facts, ...ofRetries(now), ...ofWebhooks(now)]).as('any'),
      least(facts).as('fact'),
    ])
    .executeTakeFirst()
  return { any: row?.any ?? undefined, fact: row?.fact ?? undefined }
}

const ofCharges = (now: Expression<Date>) => [
  eb
    .selectFrom('charge as c')
    .select(earliest(sql.ref('c.expires_at')).as('at'))
    .where('c.status', '=', 'pending')
    .where('c.expires_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('charge as c')
    .select(earliest(sql.ref('c.next_check_at')).as('at'))
    .where('c.status', '=', 'created')
    .where('c.next_check_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('charge as c')
    .select(earliest(fromUtc(AVAILABLE_AT)).as('at'))
    .where('c.pending_left_cents', '>', 0n)
    .where(fromUtc(AVAILABLE_AT), '>', now)
    .$asScalar(),
  eb
    .selectFrom('charge as c')
    .select(earliest(fromUtc(RELEASED_AT)).as('at'))
    .where('c.reserve_left_cents', '>', 0n)
    .where(fromUtc(RELEASED_AT), '>', now)
    .$asScalar(),
]

const ofSteps = (now: Expression<Date>) => [
  eb
    .selectFrom('sandbox_step as s')
    .select(earliest(sql.ref('s.due_at')).as('at'))
    .where('s.done_at', 'is', null)
    .where('s.due_at', '>', now)
    .$asScalar(),
]

const ofRetries = (now: Expression<Date>) => [
  eb
    .selectFrom('network_inbox as n')
    .select(earliest(sql.ref('n.next_attempt_at')).as('at'))
    .where('n.state', '=', 'waiting')
    .where('n.next_attempt_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('network_listing as n')
    .select(earliest(sql.ref('n.next_attempt_at')).as('at'))
    .where('n.state', '=', 'waiting')
    .where('n.next_attempt_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('network_return as n')
    .select(earliest(sql.ref('n.next_attempt_at')).as('at'))
    .where('n.finished_at', 'is', null)
    .where('n.next_attempt_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('job_failure as f')
    .select(earliest(sql.ref('f.retry_at')).as('at'))
    .where('f.retry_at', '>', now)
    .$asScalar(),
]

const ofDisputes = (now: Expression<Date>) =>
  WARNINGS_MS.map((ms) =>
    eb
      .selectFrom('dispute as d')
      .select(earliest(laterBy(sql.ref('d.answer_until'), -ms)).as('at'))
      .where('d.status', '=', 'open')
      .where(laterBy(sql.ref('d.answer_until'), -ms), '>', now)
      .$asScalar(),
  )

const ofWebhooks = (now: Expression<Date>) => [
  eb
    .selectFrom('webhook_delivery as d')
    .select(earliest(sql.ref('d.next_attempt_at')).as('at'))
    .where('d.status', '=', 'pending')
    .where('d.next_attempt_at', '>', now)
    .$asScalar(),
  eb
    .selectFrom('webhook_delivery as d')
    .select(earliest(sql.ref('d.lease_until')).as('at'))
    .where('d.status', '=', 'sending')
    .where('d.lease_until', '>', now)
    .$asScalar(),
  ...(['paused_until', 'rate_limited_until'] as const).map((column) =>
    eb
      .selectFrom('webhook_endpoint as e')
      .select(earliest(sql.ref(`e.${column}`)).as('at'))
      .where('e.status', '=', 'active')
      .where(`e.${column}`, '>', now)
      .$asScalar(),
  ),
]
