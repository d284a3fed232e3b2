import { throwIfAborted, type Context } from '../../kernel/context.ts'
import { appendAnchor, readAnchors, type Anchor, type AnchorFile } from './anchor-file.ts'
import { AnchorVerifier } from './anchor-verifier.ts'
import { readJobAnchors, reportMissingAnchors } from './last-anchor.queries.ts'
import { MovedLedgers } from './moved-ledgers.ts'
import { recordAnchor } from './record-anchor.ts'
import { NoAnchorsError } from './no-anchors-error.ts'
import { Findings } from '../checks/findings.ts'
import { toVerdict, verifyLedger, type Verdict } from '../verify/verify-ledger.ts'

export interface AnchoredVerdict {
  verdict: Verdict
  /** The number of valid anchors in the file before the verification. */
  comparedCount: number
  /** The time of the last of these anchors in ISO 8601; undefined if there was none. */
  comparedTo: string | undefined
}

/**
 * Verifies the whole ledger and compares it with the last anchor in `file`. If there is no finding, appends the next
 * anchor. The comparison even detects a rewritten journal whose hashes were all recomputed. The operator must keep the
 * file where the administrators of the database cannot change it. With `create`, a file without anchors gets its first
 * anchor, and nothing is compared.
 * @throws NoAnchorsError when the file is missing or has no complete line, unless `create` is set.
 * @throws AnchorsChangedError when another process has appended an anchor since the file was read.
 */
export async function verifyWithAnchor(
  ctx: Context,
  file: string,
  { create }: { create: boolean },
): Promise<AnchoredVerdict> {
  const anchors = await readAnchors(ctx.vault, file)
  if (anchors.size === 0 && !create)
    throw new NoAnchorsError(file, 'nothing to compare; --create starts a new file')
  const { verdict, next } = await compare(ctx, anchors)
  if (verdict.sound) await appendAnchor(ctx.vault, file, anchors, next)
  return { verdict, comparedCount: anchors.count, comparedTo: anchors.last?.at }
}

/**
 * Verifies the whole ledger and compares it with the last anchor in the jobs' file. Starts a new file only for the
 * first anchor of the database. Once a job has written an anchor, a missing file is a finding. If there is no finding,
 * appends the next anchor, unless another job has appended an anchor since the file was read.
 */
export async function verifyWithJobAnchors(ctx: Context, file: string): Promise<Verdict> {
  const anchors = await readJobAnchors(ctx, file)
  const { verdict, next } = await compare(ctx, anchors, (findings) => reportMissingAnchors(anchors, findings))
  if (verdict.sound) await recordAnchor(ctx, file, anchors, next)
  return verdict
}

/** Verifies the ledger, and compares it with the last anchor. Returns the verdict and the next anchor. */
async function compare(
  ctx: Context,
  anchors: AnchorFile,
  report: (findings: Findings) => void = () => undefined,
): Promise<{ verdict: Verdict; next: Anchor }> {
  const visitor = new AnchorVerifier(anchors)
  const moved = await MovedLedgers.open(ctx, visitor)
  const beforeMerchant = (merchantId?: string) => moved.visitBefore(merchantId)
  const ledger = await verifyLedger(ctx, { visitor, beforeMerchant })
  const findings = new Findings()
  findings.count = ledger.findingsCount
  findings.items.push(...ledger.findings)
  for (const fault of anchors.faults) findings.add(10, { merchantId: null }, fault)
  visitor.reportDifferences(findings)
  report(findings)
  throwIfAborted(ctx)
  const at = ledger.startedAt.toISOString()
  return { verdict: toVerdict(ledger, findings), next: { at, ...visitor.nextAnchor() } }
}
