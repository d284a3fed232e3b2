import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Findings } from '../checks/findings.ts'
import { readAnchors, type AnchorFile } from './anchor-file.ts'

/** The content of the anchor file of the jobs. */
export interface JobAnchors extends AnchorFile {
  /** The last anchor that a job had written before the file was read; undefined before the first one. */
  lastAt: Date | undefined
}

/**
 * Reads the anchor file of the jobs. Reads the record of the last anchor before the file, because another process may
 * write the first anchor between the two reads.
 */
export async function readJobAnchors(ctx: Context, file: string): Promise<JobAnchors> {
  const last = await db(ctx).selectFrom('ledger_anchor').select('anchored_at as at').executeTakeFirst()
  return { ...(await readAnchors(ctx.vault, file)), lastAt: last?.at }
}

/** Adds a finding when the file has no anchor, but a job wrote an anchor before. */
export function reportMissingAnchors({ size, lastAt }: JobAnchors, findings: Findings): void {
  if (size > 0 || !lastAt) return
  findings.add(
    10,
    { merchantId: null },
    `the anchor file is missing or empty, but a job wrote an anchor on ${lastAt.toISOString()}`,
  )
}
