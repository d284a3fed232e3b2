import { snapshot, throwIfAborted, type Context, type Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import { AnchorVerifier } from './anchor-verifier.ts'
import { readJobAnchors, reportMissingAnchors } from './last-anchor.queries.ts'
import { MovedLedgers } from './moved-ledgers.ts'
import { recordAnchor } from './record-anchor.ts'
import { Findings } from '../checks/findings.ts'
import { listLedgerMerchantIds, readLedger, toVerdict, type Verdict } from '../verify/verify-ledger.ts'
import { VERIFY_STATEMENT_MS, type EntryVisitor } from '../verify/verify-merchant-ledger.ts'

/** The number of hashes that one page reads into memory. */
const PAGE_ENTRIES = 5_000

/**
 * Compares the stored hashes of the journal with the last anchor in `file`. If the hashes match the anchor and every
 * line of the file is valid, appends the next anchor. Starts a new file only for the first anchor of the database. Once
 * a job has written an anchor, a missing file is a finding. Does not recompute the hashes from the entries, because
 * this would read far more data. `verifyLedger` recomputes the hashes.
 */
export async function anchorLedger(ctx: Context, file: string): Promise<Verdict> {
  const startedAt = ctx.clock.now()
  const anchors = await readJobAnchors(ctx, file)
  const visitor = new AnchorVerifier(anchors)
  const findings = new Findings()
  let merchantsCount = 0
  let entriesCount = 0n
  const moved = await MovedLedgers.open(ctx, visitor)
  for await (const merchantId of listLedgerMerchantIds(ctx, undefined)) {
    await moved.visitBefore(merchantId)
    merchantsCount += 1
    entriesCount += await readLedger(ctx, merchantId, findings, () => visitHashes(ctx, merchantId, visitor))
  }
  await moved.visitBefore()
  for (const fault of anchors.faults) findings.add(10, { merchantId: null }, fault)
  visitor.reportDifferences(findings)
  reportMissingAnchors(anchors, findings)
  throwIfAborted(ctx)
  if (findings.count === 0)
    await recordAnchor(ctx, file, anchors, { at: startedAt.toISOString(), ...visitor.nextAnchor() })
  return toVerdict({ startedAt, finishedAt: ctx.clock.now(), merchantsCount, entriesCount }, findings)
}

/** Passes every hash of one merchant to `visitor`, from one snapshot. Returns the number of entries. */
function visitHashes(ctx: Context, merchantId: string, visitor: EntryVisitor): Promise<bigint> {
  const visit = async (tx: Tx): Promise<bigint> => {
    let entries = 0n
    for (let after = -1n; ;) {
      throwIfAborted(tx)
      const page = await listHashes(tx, merchantId, after)
      for (const { seq, hash } of page) visitor.visit(merchantId, seq, hash)
      entries += BigInt(page.length)
      const last = page.at(-1)
      if (!last || page.length < PAGE_ENTRIES) return entries
      after = last.seq
    }
  }
  return withinMs(ctx, VERIFY_STATEMENT_MS, visit, snapshot)
}

const listHashes = (tx: Tx, merchantId: string, after: bigint): Promise<{ seq: bigint; hash: Buffer }[]> =>
  db(tx)
    .selectFrom('journal_entry')
    .select(['seq', 'hash'])
    .where('merchant_id', '=', merchantId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE_ENTRIES)
    .execute()
