import { expressionBuilder } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'

/** The time limit of the SQL statement that maintains the partitions, in milliseconds. */
const STATEMENT_MS = 10 * 60_000

/**
 * Creates the partitions of the next days, and deletes calls that are older than 30 days. Returns the number of created
 * and dropped partitions. The function is idempotent.
 */
export async function maintainRequestPartitions(ctx: Context): Promise<number> {
  const eb = expressionBuilder<Tables>()
  const call = eb.fn<number>('maintain_request_log_partitions', [eb.val(ctx.clock.now())])
  const { count } = await withinMs(ctx, STATEMENT_MS, (tx) =>
    db(tx).selectNoFrom(call.as('count')).executeTakeFirstOrThrow(),
  )
  return count
}
