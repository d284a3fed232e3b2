import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runClaimed } from '../kernel/jobs/claim-run.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { recordVerdict } from './verify/verdict.queries.ts'
import { anchorLedger } from './anchors/anchor-ledger.ts'

const JOB = 'ledger-anchor'
const HOUR_MS = 3_600_000
const RETRY_MS = 60_000

/**
 * Returns the path of the anchor file. The operator must keep `folder` where the administrators of the database cannot
 * change it.
 */
export const anchorFileIn = (folder: string): string => join(folder, 'ledger-anchors.jsonl')

/** Creates `folder` if there is no such folder. Returns the path of the anchor file in `folder`. */
export async function openAnchorFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return anchorFileIn(folder)
}

/**
 * Compares the journal's hashes with the last signed anchor in `folder` and appends the next anchor. Runs once an hour,
 * in only one process. If the hashes differ, or the anchor file is invalid or lacks the earlier anchors of this ledger,
 * appends no anchor. In this case, logs an error and records an unsound verdict. Returns whether the run was due.
 */
export async function anchorHourly(ctx: Context, folder: string): Promise<boolean> {
  const ran = await runClaimed(ctx, JOB, { nextRunAt: nextHour, retryMs: RETRY_MS }, async (claimed) => {
    await anchor(claimed, folder)
    return true
  })
  return ran ?? false
}

const nextHour = (now: Date): Date => plusMs(now, HOUR_MS - (now.getTime() % HOUR_MS))

async function anchor(ctx: Context, folder: string): Promise<void> {
  const verdict = await anchorLedger(ctx, await openAnchorFolder(folder))
  const { sound, findings, findingsCount } = verdict
  if (sound) ctx.log.info({ entries: String(verdict.entriesCount) }, 'ledger anchored')
  else {
    ctx.log.error(
      { findingsCount, findings: findings.slice(0, 20) },
      'ledger differs from its anchors, or they are missing',
    )
    await recordVerdict(ctx, verdict)
  }
}
