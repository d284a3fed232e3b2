import { isAborted, throwIfAborted, type Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/ids.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { isUnreachable } from '../../kernel/jobs/transient-error.ts'
import { withinMs } from '../../kernel/database/within-ms.ts'
import { Findings, type Finding } from '../checks/findings.ts'
import { checkService } from '../checks/service-checks.ts'
import { VERIFY_STATEMENT_MS, verifyMerchantLedger, type EntryVisitor } from './verify-merchant-ledger.ts'

/** The result of a verification of the ledger. */
export interface Verdict {
  startedAt: Date
  finishedAt: Date
  /** True if there is no finding. */
  sound: boolean
  merchantsCount: number
  entriesCount: bigint
  /** The number of all findings. `findings` contains only the first `FINDINGS_MAX`. */
  findingsCount: number
  findings: Finding[]
}

export interface VerifyOptions {
  /** The only merchant to verify. If absent, all merchants are verified, including the service's own. */
  merchantId?: string | undefined
  visitor?: EntryVisitor | undefined
  /**
   * Called with the id of each merchant before its ledger is verified, and once without an id after the last merchant.
   */
  beforeMerchant?: (merchantId?: string) => Promise<void>
}

/** The number of merchant ids that one SQL statement reads. */
const PAGE_MERCHANTS = 200

/**
 * Recomputes every merchant's accounts from the journal, verifies the hash chain and checks the invariants
 * (`INVARIANTS`). Each merchant is read in one snapshot. Memory use does not grow with the journal.
 * @throws Problem not_found, reason `account_not_found`: the given merchant has no ledger.
 */
export async function verifyLedger(ctx: Context, options: VerifyOptions = {}): Promise<Verdict> {
  const startedAt = ctx.clock.now()
  const findings = new Findings()
  let merchantsCount = 0
  let entriesCount = 0n
  for await (const merchantId of listLedgerMerchantIds(ctx, options.merchantId)) {
    merchantsCount += 1
    await options.beforeMerchant?.(merchantId)
    entriesCount += await readLedger(ctx, merchantId, findings, () =>
      verifyMerchantLedger(ctx, merchantId, findings, options.visitor),
    )
  }
  await options.beforeMerchant?.()
  if (options.merchantId !== undefined && merchantsCount === 0)
    throw new Problem('not_found', { reason: 'account_not_found' })
  await withinMs(ctx, VERIFY_STATEMENT_MS, (tx) => checkService(tx, findings))
  return toVerdict({ startedAt, finishedAt: ctx.clock.now(), merchantsCount, entriesCount }, findings)
}

/**
 * Runs `read`, which reads one merchant's ledger and returns the number of its entries. If the ledger cannot be read,
 * adds a finding and returns zero, so that the ledgers of other merchants are still read.
 * @throws Error when the work was aborted, or the database is unreachable.
 */
export async function readLedger(
  ctx: Context,
  merchantId: string,
  findings: Findings,
  read: () => Promise<bigint>,
): Promise<bigint> {
  throwIfAborted(ctx)
  try {
    return await read()
  } catch (error) {
    if (isAborted(ctx) || isUnreachable(error)) throw error
    ctx.log.error({ err: error, merchant_id: merchantId }, 'ledger could not be read')
    findings.add(10, { merchantId }, 'the ledger could not be read; the log has the error')
    return 0n
  }
}

/** Builds the verdict of a verification from its findings. */
export function toVerdict(
  run: Pick<Verdict, 'startedAt' | 'finishedAt' | 'merchantsCount' | 'entriesCount'>,
  findings: Pick<Findings, 'items' | 'count'>,
): Verdict {
  return { ...run, sound: findings.count === 0, findingsCount: findings.count, findings: findings.items }
}

/**
 * Yields the ids of all merchants that have a ledger, in ascending order. With `only`, yields only this id, if this
 * merchant has a ledger.
 */
export async function* listLedgerMerchantIds(ctx: Context, only: string | undefined): AsyncGenerator<string> {
  if (only !== undefined && !isUuid(only)) return
  for (let after: string | null = null; ;) {
    const rows = await listPage(ctx, only, after)
    for (const { id } of rows) yield id
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_MERCHANTS) return
    after = last.id
  }
}

function listPage(ctx: Context, only: string | undefined, after: string | null): Promise<{ id: string }[]> {
  const heads = db(ctx)
    .selectFrom('ledger_head')
    .select('merchant_id as id')
    .orderBy('merchant_id')
    .limit(PAGE_MERCHANTS)
  const later = after === null ? heads : heads.where('merchant_id', '>', after)
  return (only === undefined ? later : later.where('merchant_id', '=', only)).execute()
}
