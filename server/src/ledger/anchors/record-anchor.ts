import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { AnchorsChangedError, appendAnchor, type Anchor, type AnchorFile } from './anchor-file.ts'

/**
 * Appends an anchor to the jobs' file and records its time. From then on, a file without anchors is a finding. Does
 * nothing if another job has appended an anchor since the file was read.
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
