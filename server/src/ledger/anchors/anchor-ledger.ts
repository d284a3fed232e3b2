import { transaction, type Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { appendAnchor, readAnchors } from './anchor-file.ts'
import { AnchorVerifier } from './anchor-verifier.ts'
import { Findings } from '../verify/findings.ts'
import { listLedgerMerchantIds, toVerdict, type Verdict } from '../verify/verify-ledger.ts'
import type { EntryVisitor } from '../verify/verify-merchant-ledger.ts'

/** Hashes in memory at once. */
const PAGE_ENTRIES = 5_000

/**
 * Compares the stored hashes of the journal with the last anchor in `file`. Appends the next anchor when they agree.
 * Does not recompute hashes from the entries, because that reads far more data: `verifyLedger` does it.
 */
export async function anchorLedger(ctx: Context, file: string): Promise<Verdict> {
  const startedAt = ctx.clock.now()
  const anchors = await readAnchors(ctx.vault, file)
  const visitor = new AnchorVerifier(anchors)
  const findings = new Findings()
  let merchantsCount = 0
  let entriesCount = 0n
  for await (const merchantId of listLedgerMerchantIds(ctx, undefined)) {
    merchantsCount += 1
    entriesCount += await visitHashes(ctx, merchantId, visitor)
  }
  for (const fault of anchors.faults) findings.add(10, { merchantId: null }, fault)
  visitor.reportDifferences(findings)
  if (findings.count === 0)
    await appendAnchor(ctx.vault, file, anchors, { at: startedAt.toISOString(), ...visitor.nextAnchor() })
  return toVerdict({ startedAt, finishedAt: ctx.clock.now(), merchantsCount, entriesCount }, findings)
}

/** Passes every hash of one merchant to `visitor`, from one snapshot. Returns the number of entries. */
function visitHashes(ctx: Context, merchantId: string, visitor: EntryVisitor): Promise<bigint> {
  return transaction(ctx, async (tx) => {
    await sql(tx, 'set transaction isolation level repeatable read, read only')
    let entries = 0n
    for (let after = -1n; ;) {
      const page: { seq: bigint; hash: Buffer }[] = await sql(tx, HASHES, [merchantId, after, PAGE_ENTRIES])
      for (const { seq, hash } of page) visitor.visit(merchantId, seq, hash)
      entries += BigInt(page.length)
      const last = page.at(-1)
      if (!last || page.length < PAGE_ENTRIES) return entries
      after = last.seq
    }
  })
}

const HASHES = 'select seq, hash from journal_entry where merchant_id = $1 and seq > $2 order by seq limit $3'
