import type { DeleteResult } from 'kysely'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { KNOWN_NETWORK_MS } from './known-network.ts'
import { ACCOUNT_WINDOW_MS } from './throttle.ts'

/**
 * Deletes expired sessions and pending sign-ins, attempts outside their window, and expired known networks. Deletes at
 * most `limit` rows of each table. Returns the number of deleted rows.
 */
export async function purgeSignIns(ctx: Context, limit: number): Promise<number> {
  const now = ctx.clock.now()
  const oldAttempt = plusMs(now, -ACCOUNT_WINDOW_MS)
  const oldSuccess = plusMs(now, -KNOWN_NETWORK_MS)
  const results = [
    await deleteEnded(ctx, 'staff_session', limit),
    await deleteEnded(ctx, 'staff_sign_in', limit),
    await deleteEnded(ctx, 'staff_provider_sign_in', limit),
    await db(ctx)
      .deleteFrom('sign_in_throttle')
      .where('last_attempt_at', '<=', oldAttempt)
      .where('subject', 'in', (throttle) =>
        throttle
          .selectFrom('sign_in_throttle')
          .select('subject')
          .where('last_attempt_at', '<=', oldAttempt)
          .orderBy('last_attempt_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
    await db(ctx)
      .deleteFrom('staff_known_network')
      .where('last_success_at', '<=', oldSuccess)
      .where((eb) =>
        eb(
          eb.refTuple('staff_id', 'network'),
          'in',
          eb
            .selectFrom('staff_known_network')
            .select(['staff_id', 'network'])
            .where('last_success_at', '<=', oldSuccess)
            .orderBy('last_success_at')
            .limit(limit)
            .$asTuple('staff_id', 'network'),
        ),
      )
      .executeTakeFirstOrThrow(),
  ]
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}

/** Deletes at most `limit` rows whose end time has passed. */
const deleteEnded = (
  ctx: Context,
  table: 'staff_session' | 'staff_sign_in' | 'staff_provider_sign_in',
  limit: number,
): Promise<DeleteResult> =>
  db(ctx)
    .deleteFrom(table)
    .where('token_hash', 'in', (ended) =>
      ended
        .selectFrom(table)
        .select('token_hash')
        .where('ends_at', '<=', ctx.clock.now())
        .orderBy('ends_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
