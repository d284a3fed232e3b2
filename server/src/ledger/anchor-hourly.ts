import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { claimRun, rescheduleRun } from '../kernel/jobs/claim-run.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { recordVerdict } from './verify/verdict.queries.ts'
import { anchorLedger } from './anchors/anchor-ledger.ts'

const JOB = 'ledger-anchor'
const HOUR_MS = 3_600_000
const RETRY_MS = 60_000

/** The file of anchors in the folder that an operator keeps outside the database's reach. */
export const anchorFileIn = (folder: string): string => join(folder, 'ledger-anchors.jsonl')

/**
 * Once an hour, by one process: holds the journal's hashes against the last signed anchor in `folder` and adds the next
 * one. What does not agree is logged as an error and kept as a verdict that is not sound, and nothing is added. Answers
 * whether it was time.
 */
export async function anchorHourly(ctx: Context, folder: string): Promise<boolean> {
  const now = ctx.clock.now()
  if (!(await claimRun(ctx, JOB, plusMs(now, HOUR_MS - (now.getTime() % HOUR_MS))))) return false
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const verdict = await anchorLedger(ctx, anchorFileIn(folder))
    const { sound, findings, findingsCount } = verdict
    if (sound) ctx.log.info({ entries: String(verdict.entriesCount) }, 'ledger anchored')
    else {
      ctx.log.error({ findingsCount, findings: findings.slice(0, 20) }, 'ledger is not what was anchored')
      await recordVerdict(ctx, verdict)
    }
    return true
  } catch (error) {
    await rescheduleRun(ctx, JOB, plusMs(ctx.clock.now(), RETRY_MS))
    throw error
  }
}
