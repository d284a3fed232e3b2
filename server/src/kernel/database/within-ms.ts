import { transaction, type Context, type Tx } from '../context.ts'
import { withStatementLimit } from '../pool/work-limits.ts'
import { db } from './tables.ts'

/**
 * Runs `work` in one transaction in which each statement may take `ms` milliseconds, whatever the limits of the
 * database role are. The transaction may also be idle for `ms` between two statements. The role's `lock_timeout`
 * still applies. Pass `snapshot` as `run` for a read-only transaction that sees one moment.
 * @throws Error when `ctx` is already in a transaction.
 */
export const withinMs = <C extends Context, T>(
  ctx: C,
  ms: number,
  work: (tx: Tx<C>) => Promise<T>,
  run: typeof transaction = transaction,
): Promise<T> =>
  withStatementLimit(ms, () =>
    run(ctx, async (tx: Tx<C>) => {
      await setLocally(tx, `${ms}ms`)
      return await work(tx)
    }),
  )

/**
 * Sets one limit until the transaction ends. `SET LOCAL` accepts no parameter, so this calls the SQL function
 * `set_config`.
 */
async function setLocally(tx: Tx, limit: string): Promise<void> {
  await db(tx)
    .selectNoFrom((eb) =>
      ['statement_timeout', 'idle_in_transaction_session_timeout'].map((name) =>
        eb.fn<string>('set_config', [eb.val(name), eb.val(limit), eb.lit(true)]).as(name),
      ),
    )
    .execute()
}
