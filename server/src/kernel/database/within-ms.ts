import { transaction, type Context, type Tx } from '../context.ts'
import { withStatementLimit } from '../pool/work-limits.ts'
import { db } from './tables.ts'

/**
 * Runs `work` in one transaction in which each SQL statement may take `ms` milliseconds, in place of the role's limit.
 * The transaction may also be idle for `ms` between two SQL statements. The role's `lock_timeout` still applies. Pass
 * `snapshot` as `run` for a read-only transaction whose SQL statements all see the same state.
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
 * Sets one limit until the transaction ends. Calls the SQL function `set_config`, because `SET LOCAL` accepts no
 * parameter.
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
