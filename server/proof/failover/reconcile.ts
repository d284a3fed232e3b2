import type { Deployment } from '../../bench/deployment.ts'
import { until } from '../../bench/stack.ts'
import { plusMs } from '../../src/kernel/clock.ts'
import { clearingOf } from '../../src/ledger/chart.ts'
import { listReconciliation } from '../../src/reconciliation/list-reconciliation.ts'
import type { Psp } from './psps.ts'

const DAY_MS = 86_400_000
const SETTLED_MAX_MS = 240_000

/** The sums of the payments to one receiving account, and of the returns to their payers, in centavos. */
interface Sums {
  received: bigint
  returned: bigint
}

const OPEN = `select (select count(*) from payment where settled_at is null)
  + (select count(*) from network_return where reconciled_at is null) as count`
const ACCOUNTS = 'select id, pix_account_id as account from payment'
const CLEARED = `select account_code as code, sum(debit_cents)::bigint as into, sum(credit_cents)::bigint as out
  from journal_line where starts_with(account_code, 'provider_clearing') group by 1`
const RETURNED = `select p.pix_account_id as account, sum(l.credit_cents)::bigint as cents from journal_line l
  join financial_case f on f.merchant_id = l.merchant_id and f.id = l.case_id
  join payment p on p.merchant_id = f.merchant_id and p.end_to_end_id = f.end_to_end_id
  where l.account_code = 'payer_returns' and l.credit_cents > 0 group by 1`

/**
 * Waits until the service has compared each payment and each return with the lists of the PSPs. Then compares, for each
 * account, the sums of its simulated PSP, of the reconciliation report and of the ledger. Prints the sums. Returns the
 * faults: payments and returns that are not reconciled, and accounts whose sums differ.
 */
export async function checkReconciliation(deployment: Deployment, psps: readonly Psp[]): Promise<string[]> {
  const { owner } = deployment
  const open = async () => (await owner.query<{ count: bigint }>(OPEN)).rows[0]?.count ?? 0n
  const isSettled = async () => (await open()) === 0n
  await until('all payments and returns in the lists', SETTLED_MAX_MS, isSettled).catch(() => undefined)
  const faults = (await isSettled()) ? [] : [`${await open()} payments and returns are not reconciled`]
  const reported = await sumReport(deployment)
  const ledger = await sumLedger(deployment, psps)
  process.stdout.write('account    source      received  returned (centavos)\n')
  for (const psp of psps) {
    const sources: [string, Sums][] = [
      ['PSP', await psp.sums()],
      ['report', reported.get(psp.id) ?? NOTHING],
      ['ledger', ledger.get(psp.id) ?? NOTHING],
    ]
    for (const [source, { received, returned }] of sources)
      process.stdout.write(
        `${psp.id.padEnd(11)}${source.padEnd(12)}${String(received).padEnd(10)}${returned}\n`,
      )
    const different = new Set(sources.map(([, { received, returned }]) => `${received} ${returned}`))
    if (different.size > 1) faults.push(`${psp.id}: the sums of PSP, report and ledger differ`)
  }
  return faults
}

const NOTHING: Sums = { received: 0n, returned: 0n }

/** Sums the rows of the report about payments and returns that the PSPs confirmed. */
async function sumReport(deployment: Deployment): Promise<Map<string, Sums>> {
  const { rows } = await deployment.owner.query<{ id: string; account: string }>(ACCOUNTS)
  const accountOf = new Map(rows.map(({ id, account }) => [id, account]))
  const sums = new Map<string, Sums>()
  await deployment.withContext(async (ctx) => {
    const now = ctx.clock.now()
    // The service reports only closed days, and a day closes on the next day. These bounds include today.
    const days = { from: plusMs(now, -DAY_MS), to: plusMs(now, DAY_MS) }
    for await (const page of listReconciliation(ctx, null, days))
      for (const { kind, paymentId, amountCents } of page) {
        if (kind !== 'network' || amountCents === null) continue
        const account = accountOf.get(paymentId ?? '') ?? 'none'
        const { received, returned } = sums.get(account) ?? NOTHING
        sums.set(
          account,
          amountCents > 0n
            ? { received: received + amountCents, returned }
            : { received, returned: returned - amountCents },
        )
      }
  })
  return sums
}

/**
 * Sums, for each receiving account, the amounts that left its clearing account in the ledger, and the returns to
 * payers. The first sum is 0 if money is left in the clearing account.
 */
async function sumLedger({ owner }: Deployment, psps: readonly Psp[]): Promise<Map<string, Sums>> {
  const cleared = (await owner.query<{ code: string; into: bigint; out: bigint }>(CLEARED)).rows
  const returned = (await owner.query<{ account: string; cents: bigint }>(RETURNED)).rows
  return new Map(
    psps.map(({ id }) => {
      const clearing = cleared.find(({ code }) => code === clearingOf(id))
      const received = clearing && clearing.into === clearing.out ? clearing.out : 0n
      return [id, { received, returned: returned.find(({ account }) => account === id)?.cents ?? 0n }]
    }),
  )
}
