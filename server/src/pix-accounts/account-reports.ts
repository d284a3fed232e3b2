import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { anyText } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import type { AccountState } from './account-state.ts'

/** A report that is older than this many milliseconds is of a process that was killed. */
const RECENT_MS = 60_000
/** A process deletes the reports of other processes that are older than this many milliseconds. */
const KEEP_MS = 24 * 3_600_000

/** Stores the problems that this process has with PSPs, so that the console of any process can show them. */
export class AccountReports {
  readonly #process: string
  readonly #states: () => readonly AccountState[]
  /**
   * Whether the table may contain reports of this process. True at the start, because an earlier process with the same
   * name may have left reports.
   */
  #mayHaveRows = true

  /** `process` names this process: its role, its host and its id. */
  constructor(process: string, states: () => readonly AccountState[]) {
    this.#process = process
    this.#states = states
  }

  /**
   * Stores a report for each account with a problem, and deletes the other reports of this process. Returns whether an
   * account has a problem. If so, the caller must call `store` again before the reports are older than RECENT_MS.
   */
  async store(ctx: Context): Promise<boolean> {
    const reports = this.#states().filter(hasProblem)
    if (reports.length === 0 && !this.#mayHaveRows) return false
    const now = ctx.clock.now()
    const ids = reports.map(({ accountId }) => accountId)
    this.#mayHaveRows = true
    if (reports.length > 0) await upsert(ctx, { process: this.#process, now }, reports)
    await db(ctx)
      .deleteFrom('pix_account_report')
      .where((row) =>
        row.or([
          row.and([row('process', '=', this.#process), row.not(row('pix_account_id', '=', anyText(ids)))]),
          row('reported_at', '<', plusMs(now, -KEEP_MS)),
        ]),
      )
      .execute()
    this.#mayHaveRows = reports.length > 0
    return reports.length > 0
  }

  /** Deletes the reports of this process. Call this method when the process stops. */
  async clear(ctx: Context): Promise<void> {
    await db(ctx).deleteFrom('pix_account_report').where('process', '=', this.#process).execute()
  }
}

const hasProblem = ({ avoidedSince, breakerOpenSince, fault }: AccountState): boolean =>
  avoidedSince !== undefined || breakerOpenSince !== undefined || fault !== undefined

async function upsert(
  ctx: Context,
  { process, now }: { process: string; now: Date },
  states: readonly AccountState[],
): Promise<void> {
  await db(ctx)
    .insertInto('pix_account_report')
    .values(
      states.map(({ accountId, avoidedSince, breakerOpenSince, fault }) => ({
        pix_account_id: accountId,
        process,
        avoided_since: avoidedSince ?? null,
        breaker_open_since: breakerOpenSince ?? null,
        fault: fault?.fault ?? null,
        fault_since: fault?.since ?? null,
        reported_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['pix_account_id', 'process']).doUpdateSet((eb) => ({
        avoided_since: eb.ref('excluded.avoided_since'),
        breaker_open_since: eb.ref('excluded.breaker_open_since'),
        fault: eb.ref('excluded.fault'),
        fault_since: eb.ref('excluded.fault_since'),
        reported_at: eb.ref('excluded.reported_at'),
      })),
    )
    .execute()
}

/** Lists the problems that processes have reported within the last minute, by account and process. */
export const listAccountReports = (ctx: Context) =>
  db(ctx)
    .selectFrom('pix_account_report')
    .select([
      'pix_account_id as accountId',
      'process',
      'avoided_since as avoidedSince',
      'breaker_open_since as breakerOpenSince',
      'fault',
      'fault_since as faultSince',
      'reported_at as reportedAt',
    ])
    .where('reported_at', '>', plusMs(ctx.clock.now(), -RECENT_MS))
    .orderBy('pix_account_id')
    .orderBy('process')
    .execute()
