import { throwIfAborted, type Context } from '../../kernel/context.ts'
import { appendAnchor, readAnchors } from './anchor-file.ts'
import { AnchorVerifier } from './anchor-verifier.ts'
import { reportMissingAnchors } from './last-anchor.queries.ts'
import { recordAnchor } from './record-anchor.ts'
import { NoAnchorsError } from './no-anchors-error.ts'
import { Findings } from '../checks/findings.ts'
import { toVerdict, verifyLedger, type Verdict } from '../verify/verify-ledger.ts'

export interface AnchoredVerdict {
  verdict: Verdict
  /** The number of valid anchors that the file had before the verification. */
  comparedCount: number
  /** The time of the last of them, ISO 8601; undefined when there was none. */
  comparedTo: string | undefined
}

/**
 * Verifies the whole ledger and compares it with the last anchor in `file`. Appends the next anchor when there is no
 * finding. The comparison also detects a rewritten journal whose hashes were all recomputed. Keep the file out of
 * reach of the database's administrators.
 *
 * `create` says when a file that is absent or has no anchor gets its first anchor, and nothing is compared: `always`,
 * `never`, or only for the `first` anchor of the database that a job writes. Otherwise the missing file is a finding.
 * @throws NoAnchorsError with `never`, when the file is absent or has no anchor.
 */
export async function verifyWithAnchor(
  ctx: Context,
  file: string,
  { create }: { create: 'always' | 'never' | 'first' },
): Promise<AnchoredVerdict> {
  const anchors = await readAnchors(ctx.vault, file)
  if (anchors.size === 0 && create === 'never')
    throw new NoAnchorsError(file, 'nothing to compare; --create starts a new file')
  const visitor = new AnchorVerifier(anchors)
  const ledger = await verifyLedger(ctx, { visitor })
  const findings = new Findings()
  findings.count = ledger.findingsCount
  findings.items.push(...ledger.findings)
  for (const fault of anchors.faults) findings.add(10, { merchantId: null }, fault)
  visitor.reportDifferences(findings)
  if (create === 'first') await reportMissingAnchors(ctx, anchors, findings)
  throwIfAborted(ctx)
  if (findings.count === 0) {
    const at = ledger.startedAt.toISOString()
    await appendAnchor(ctx.vault, file, anchors, { at, ...visitor.nextAnchor() })
    if (create === 'first') await recordAnchor(ctx, ledger.startedAt)
  }
  return {
    verdict: toVerdict(ledger, findings),
    comparedCount: anchors.count,
    comparedTo: anchors.last?.at,
  }
}
