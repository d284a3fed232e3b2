import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { AnchorsChangedError, appendAnchor, type Anchor, type AnchorFile } from './anchor-file.ts'

/**
 * Appends an anchor to the file that the jobs write, and records the time of the anchor in the database. From then on,
 * the comparison with the file reports a file without anchors. Does nothing if another job has appended an anchor since
 * the file was read.
 */
export async function recordAnchor(
  ctx: Context,
  file: string,
  after: Pick<AnchorFile, 'chain' | 'size'>,
  anchor: Anchor,
): Promise<void> {
  try {
    await appendAnchor(ctx.vault, file, after, anchor)
  } catch (error) {
    if (error instanceof AnchorsChangedError) return
    throw error
  }
  const anchoredAt = new Date(anchor.at)
  await db(ctx)
    .insertInto('ledger_anchor')
    .values({ id: 1, anchored_at: anchoredAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ anchored_at: anchoredAt }))
    .execute()
}
