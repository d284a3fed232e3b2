import { claimRun, runAgainAt } from '../kernel/claim-run.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { keepVerdict } from './verdict.queries.ts'
import { verifyLedger } from './verify/verify-ledger.ts'

const JOB = 'ledger-verify'
const DAY_MS = 86_400_000
/** Three in the morning in Brasília, in milliseconds of the UTC day. */
const HOUR_MS = 6 * 3_600_000
const RETRY_MS = 10 * 60_000

/**
 * Verifies the whole ledger once a night, by one process, and keeps the verdict for the console. Answers whether it was
 * time. A verdict that is not sound is logged as an error; a run that breaks off is tried again soon.
 */
export async function verifyNightly(ctx: Context): Promise<boolean> {
  if (!(await claimRun(ctx, JOB, nextNight(ctx.clock.now())))) return false
  try {
    const verdict = await verifyLedger(ctx)
    await keepVerdict(ctx, verdict)
    const { sound, merchantsCount, findingsCount, findings } = verdict
    const about = { sound, merchants: merchantsCount, entries: String(verdict.entriesCount), findingsCount }
    if (sound) ctx.log.info(about, 'ledger verified')
    else ctx.log.error({ ...about, findings: findings.slice(0, 20) }, 'ledger is not sound')
    return true
  } catch (error) {
    await runAgainAt(ctx, JOB, plusMs(ctx.clock.now(), RETRY_MS))
    throw error
  }
}

/** The next three o'clock after `now`. */
function nextNight(now: Date): Date {
  const intoDayMs = (now.getTime() - HOUR_MS) % DAY_MS
  return plusMs(now, DAY_MS - intoDayMs)
}
