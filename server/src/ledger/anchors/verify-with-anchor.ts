import { throwIfAborted, type Context } from '../../kernel/context.ts'
import { appendAnchor, readAnchors } from './anchor-file.ts'
import { AnchorVerifier } from './anchor-verifier.ts'
import { Findings } from '../checks/findings.ts'
import { toVerdict, verifyLedger, type Verdict } from '../verify/verify-ledger.ts'

/**
 * Verifies the whole ledger and compares it with the last anchor in `file`. Appends the next anchor when there is no
 * finding. The comparison also detects a rewritten journal whose hashes were all recomputed. Keep the file out of
 * reach of the database's administrators. The first run creates the file.
 */
export async function verifyWithAnchor(ctx: Context, file: string): Promise<Verdict> {
  const anchors = await readAnchors(ctx.vault, file)
  const visitor = new AnchorVerifier(anchors)
  const verdict = await verifyLedger(ctx, { visitor })
  const findings = new Findings()
  findings.count = verdict.findingsCount
  findings.items.push(...verdict.findings)
  for (const fault of anchors.faults) findings.add(10, { merchantId: null }, fault)
  visitor.reportDifferences(findings)
  throwIfAborted(ctx)
  if (findings.count === 0) {
    const at = verdict.startedAt.toISOString()
    await appendAnchor(ctx.vault, file, anchors, { at, ...visitor.nextAnchor() })
  }
  return toVerdict(verdict, findings)
}
