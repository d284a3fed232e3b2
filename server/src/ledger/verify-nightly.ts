import type { Context } from '../kernel/context.ts'
import { onceANight } from '../kernel/nightly.ts'
import { keepVerdict } from './verdict.queries.ts'
import { verifyLedger } from './verify/verify-ledger.ts'

/**
 * Verifies the whole ledger once a night, by one process, and keeps the verdict for the console. Answers whether it was
 * time. A verdict that is not sound is logged as an error; a run that breaks off is tried again soon.
 */
export function verifyNightly(ctx: Context): Promise<boolean> {
  return onceANight(ctx, 'ledger-verify', async () => {
    const verdict = await verifyLedger(ctx)
    await keepVerdict(ctx, verdict)
    const { sound, merchantsCount, findingsCount, findings } = verdict
    const about = { sound, merchants: merchantsCount, entries: String(verdict.entriesCount), findingsCount }
    if (sound) ctx.log.info(about, 'ledger verified')
    else ctx.log.error({ ...about, findings: findings.slice(0, 20) }, 'ledger is not sound')
  })
}
