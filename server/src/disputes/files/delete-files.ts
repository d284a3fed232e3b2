import { expressionBuilder, sql, type Expression } from 'kysely'
import type { WithFiles } from '../../files/file-tools.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { timeOf } from '../../kernel/database/expressions.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { objectName } from './object-name.ts'

const eb = expressionBuilder<Tables>()

/** Returns the time five calendar years before `time`, in UTC. 29 February becomes 28 February. */
const fiveYearsBefore = (time: Expression<Date>) =>
  sql<Date>`(${time} at time zone 'UTC' - interval '5 years') at time zone 'UTC'`

/** The time at which the files of a closed dispute (alias `d`) become due for deletion. */
export const OUTDATED_AT = sql<Date>`(d.closed_at at time zone 'UTC' + interval '5 years') at time zone 'UTC'`

/**
 * Builds a query for the files (alias `f`) of disputes (alias `d`) that closed at least 5 years ago. The query reads
 * only files that were added at least 5 years ago. The caller selects the columns.
 */
export const outdatedFiles = (now: Expression<Date>) =>
  eb
    .selectFrom('dispute_file as f')
    .innerJoin('dispute as d', (join) =>
      join.onRef('d.merchant_id', '=', 'f.merchant_id').onRef('d.case_id', '=', 'f.case_id'),
    )
    .where('f.created_at', '<=', fiveYearsBefore(now))
    .where('d.closed_at', '<=', fiveYearsBefore(now))

/**
 * Deletes at most `limit` files of disputes that closed at least 5 years ago. Deletes the rows first. A row contains
 * the key of its file, so the file is unreadable without its row. If the process crashes before it deletes an object,
 * `deleteOrphans` deletes this object later. Returns the number of deleted files.
 */
export async function deleteOutdatedFiles(ctx: Context & WithFiles, limit: number): Promise<number> {
  const deleted = await transaction(ctx, (tx) =>
    db(tx)
      .deleteFrom('dispute_file')
      .where('id', 'in', () =>
        outdatedFiles(timeOf(tx.clock.now()))
          .select('f.id')
          .orderBy('f.created_at')
          .limit(limit)
          .forUpdate('f')
          .skipLocked(),
      )
      .returning(['merchant_id as merchantId', 'id'])
      .execute(),
  )
  const store = await ctx.files.store(ctx)
  for (const file of deleted) await store.delete(objectName(file))
  return deleted.length
}
