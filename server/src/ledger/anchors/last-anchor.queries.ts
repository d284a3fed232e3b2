import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Findings } from '../checks/findings.ts'
import type { AnchorFile } from './anchor-file.ts'

/** Adds a finding when the file has no anchor, but a job wrote an anchor before. */
export async function reportMissingAnchors(
  ctx: Context,
  { size }: Pick<AnchorFile, 'size'>,
  findings: Findings,
): Promise<void> {
  if (size > 0) return
  const last = await db(ctx).selectFrom('ledger_anchor').select('anchored_at as at').executeTakeFirst()
  if (!last) return
  findings.add(
    10,
    { merchantId: null },
    `the anchor file is missing or empty, but a job wrote an anchor on ${last.at.toISOString()}`,
  )
}
