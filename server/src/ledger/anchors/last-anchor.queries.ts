import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Findings } from '../checks/findings.ts'
import { readAnchors, type AnchorFile } from './anchor-file.ts'

/** The content of the jobs' anchor file. */
export interface JobAnchors extends AnchorFile {
  /** The time of the last anchor that a job had written before the file was read; undefined if there was none. */
  lastAt: Date | undefined
}

/**
 * Reads the anchor file of the jobs. Reads the row of the last anchor first. If another process writes the first anchor
 * between the two reads, the file has an anchor without a row, which is no error.
 */
export async function readJobAnchors(ctx: Context, file: string): Promise<JobAnchors> {
  const last = await db(ctx).selectFrom('ledger_anchor').select('anchored_at as at').executeTakeFirst()
  return { ...(await readAnchors(ctx.vault, file)), lastAt: last?.at }
}

/** Adds a finding if the file contains no complete line although a job has written one. */
export function reportMissingAnchors({ size, lastAt }: JobAnchors, findings: Findings): void {
  if (size > 0 || !lastAt) return
  findings.add(
    10,
    { merchantId: null },
    `the anchor file is missing or empty, but a job wrote an anchor on ${lastAt.toISOString()}`,
  )
}
