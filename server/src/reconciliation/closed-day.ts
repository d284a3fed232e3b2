import { sql } from 'kysely'
import { z } from 'zod'
import { OVERLAP_MS } from '../inbox/sweep-received.ts'
import { sweptUntilOrStart } from '../inbox/sweep-times.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'

/** The time zone in which a day of the reconciliation begins and ends. */
export const ZONE = 'America/Sao_Paulo'
/** A day is closed this long after the start of the next day. */
const CLOSES_AFTER = '6 hours'
const RETRY_AFTER_SECONDS = 60

/** A day that is closed: nothing more is posted in it. */
export interface ClosedDay {
  /** The start of the day, inclusive. */
  from: Date
  /** The end of the day, exclusive. */
  to: Date
}

/**
 * `open`: the journal of the day can still change. `unlisted`: the service has not read the PSP's list of payments far
 * enough. The service must read up to the end of the day, plus the time by which the PSP may list a payment late. The
 * test network lists each payment at once, so no day of a test account is unlisted.
 */
export interface Day extends ClosedDay {
  state: 'closed' | 'open' | 'unlisted'
}

/**
 * Returns the bounds and the state of a day in São Paulo, such as `2026-11-20`. An entry is posted with the current
 * time, and a transaction lasts for less than an hour. So the journal of the day does not change after 06:00 of the
 * next day.
 * @throws Problem validation_error naming `date`.
 */
export async function readDay(ctx: Context, date: string, merchantId: string | null): Promise<Day> {
  if (!z.iso.date().safeParse(date).success || date < FIRST_DATE)
    throw new Problem('validation_error', {
      fields: [{ path: 'date', code: 'format', hint: 'Como 2026-11-20.' }],
    })
  const midnight = (after: string) => sql<Date>`(${date}::date + ${after}::interval) at time zone ${ZONE}`
  const day = await db(ctx)
    .selectNoFrom([
      midnight('0 hours').as('from'),
      midnight('1 day').as('to'),
      midnight(`1 day ${CLOSES_AFTER}`).as('closesAt'),
      sweptUntilOrStart(db(ctx)).as('sweptUntil'),
    ])
    .select((eb) => eb.exists(testAccount(ctx, merchantId)).as('isTest'))
    .executeTakeFirstOrThrow()
  const { from, to } = day
  if (ctx.clock.now() < day.closesAt) return { from, to, state: 'open' }
  const isListed = day.sweptUntil !== null && day.sweptUntil >= plusMs(to, OVERLAP_MS)
  return { from, to, state: isListed || day.isTest ? 'closed' : 'unlisted' }
}

/**
 * Does the same as `readDay`, but refuses a day that is not closed.
 * @throws Problem validation_error naming `date`.
 * @throws Problem conflict, reason `day_not_closed`: it is not yet 06:00 of the next day.
 * @throws Problem service_unavailable, reason `network_listing_incomplete`: the day is unlisted.
 */
export async function readClosedDay(
  ctx: Context,
  date: string,
  merchantId: string | null,
): Promise<ClosedDay> {
  const { state, ...bounds } = await readDay(ctx, date, merchantId)
  if (state === 'open') throw new Problem('conflict', { reason: 'day_not_closed' })
  if (state === 'unlisted')
    throw new Problem('service_unavailable', {
      reason: 'network_listing_incomplete',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  return bounds
}

/** The first accepted date. The service did not exist before this date. */
const FIRST_DATE = '2000-01-01'

/** Selects the merchant if it is a test account. */
const testAccount = (ctx: Context, merchantId: string | null) =>
  db(ctx)
    .selectFrom('merchant')
    .select('id')
    .where('id', '=', merchantId)
    .where('environment', '=', 'sandbox')
