import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { Deployment, type BenchMerchant } from '../bench/deployment.ts'
import { startStack } from '../bench/stack.ts'
import { findFreePort } from '../stack/ports.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { assignPixAccounts } from '../src/pix-accounts/manage/assign-accounts.ts'
import { createCharges, type Attempt } from './failover/load.ts'
import { reportFaults } from './failover/report-faults.ts'
import { checkPayments, findMisplacedCobs, waitUntilResolved } from './failover/verify.ts'
import { checkExpiry } from './rotation/expired-certificate.ts'
import { REPLACEMENTS, RotatingAccount } from './rotation/rotating-account.ts'
import { wholeNumber } from './whole-number.ts'

const ACCOUNTS = [
  { id: 'default', dialect: 'efi' },
  { id: 'second', dialect: 'banco-do-brasil' },
  { id: 'third', dialect: 'itau' },
] as const
/**
 * The number of merchants. Each merchant has one receiving account, so that a failed call cannot move a charge to
 * another account.
 */
const MERCHANTS = 30
const LOOPS = 16
const PAID_EACH = 30
const PAY_PAUSE_MS = 1_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * `pnpm psp-rotation --seconds N`: replaces client secrets, certificates and authorities of three accounts in turn
 * while merchants create charges and payers pay. Each PSP requires a client certificate, and binds its tokens to the
 * certificate and to the client. Each PSP refuses earlier credentials six seconds after their replacement. Then a
 * certificate expires under load. Prints the calls, the failed calls and the replacements. Exits with 1 in each of
 * these cases:
 * - a call to a PSP or the creation of a charge failed, or a payment was not recorded;
 * - a charge is at the wrong PSP, the outcome of an issuance stays unknown, or the ledger has a finding;
 * - a credential was never replaced;
 * - the expired certificate is not reported, or more calls reach the PSP than the trial calls of the circuit breaker;
 * - no charge can be created after the replacement of the expired certificate.
 */
async function main(): Promise<void> {
  const seconds = wholeNumber(4)
  const command = new Command()
    .option('--seconds <n>', 'how long credentials are replaced', seconds, 120)
    .parse()
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-rotation-'))
  const stack = await startStack(dataDir)
  const accounts: RotatingAccount[] = []
  try {
    for (const account of ACCOUNTS) accounts.push(await RotatingAccount.start(stack, account))
    const deployment = await Deployment.open(stack, 'pix')
    reportFaults(await check(deployment, accounts, Number(command.opts()['seconds']) * 1_000))
    await deployment.close()
  } finally {
    await stack.stop()
    await Promise.all(accounts.map(({ front }) => front.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function check(
  deployment: Deployment,
  accounts: readonly RotatingAccount[],
  durationMs: number,
): Promise<string[]> {
  const [own, ...stored] = accounts
  const expiring = accounts.at(-1)
  if (!own || !expiring) throw new Error('BUG: psp-rotation started no receiving account')
  for (const account of stored) await account.create(deployment)
  const merchants = await deployment.createMerchants(MERCHANTS, 0)
  const merchantsOf = await assign(deployment, merchants, accounts)
  const metricsPort = await findFreePort()
  const start = async () => {
    await deployment.start('api', { ...own.settings, METRICS_PORT: String(metricsPort) })
    await deployment.start('worker', own.settings)
  }
  await start()
  const attempts = await withLoad(deployment, merchants, () => rotate(deployment, accounts, durationMs))
  const faults = judge(attempts)
  const unresolved = await waitUntilResolved(deployment)
  if (unresolved > 0n) faults.push(`the outcome of ${unresolved} issuances is unknown`)
  const psps = accounts.map(({ psp }) => psp)
  faults.push(...(await findMisplacedCobs(deployment, psps)))
  faults.push(...(await checkPayments(deployment, psps, PAID_EACH)))
  // Stop the processes, because each process stores the counts of its calls to PSPs when it stops.
  await Promise.all([deployment.stop('api'), deployment.stop('worker')])
  faults.push(...(await countCalls(deployment, accounts)))

  await start()
  await withLoad(deployment, merchants, async (running) => {
    const merchantIds = merchantsOf.get(expiring.id) ?? new Set()
    const expiry = { deployment, account: expiring, merchantIds, attempts: running, metricsPort }
    faults.push(...(await checkExpiry(expiry)))
    const others = running.filter(({ merchantId }) => !merchantIds.has(merchantId))
    faults.push(...judge(others))
  })
  const stillUnknown = await waitUntilResolved(deployment)
  if (stillUnknown > 0n) faults.push(`the outcome of ${stillUnknown} issuances is unknown after the renewal`)
  faults.push(...(await findMisplacedCobs(deployment, psps)))
  print(`the ledger of ${await deployment.verifyLedgers(merchants)} entries has no finding`)
  return faults
}

/** Assigns one receiving account to each merchant. Returns the ids of the merchants by account. */
async function assign(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  accounts: readonly RotatingAccount[],
): Promise<Map<string, Set<string>>> {
  const merchantsOf = new Map(accounts.map((account) => [account.id, new Set<string>()]))
  await deployment.withContext(async (ctx) => {
    for (const [n, { id }] of merchants.entries()) {
      const account = accounts[n % accounts.length]?.id ?? ''
      await assignPixAccounts(ctx, id, [account])
      merchantsOf.get(account)?.add(id)
    }
  })
  return merchantsOf
}

/** Creates charges while `work` runs. Returns the attempts. */
async function withLoad(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  work: (attempts: readonly Attempt[]) => Promise<void>,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const stopping = new AbortController()
  const loops = Array.from({ length: LOOPS }, () =>
    createCharges(deployment, merchants, attempts, stopping.signal),
  )
  try {
    await work(attempts)
  } finally {
    stopping.abort()
    await Promise.all(loops)
  }
  return attempts
}

/**
 * Selects the oldest pending charge of each receiving account. `$1` contains the charges that were already paid, which
 * are skipped.
 */
const PENDING = `select distinct on (pix_account_id) id, pix_account_id as account from charge
  where status = 'pending' and id <> all($1) order by pix_account_id, created_at`

/** Replaces the credentials of all accounts at the same time, and pays charges. */
async function rotate(
  deployment: Deployment,
  accounts: readonly RotatingAccount[],
  durationMs: number,
): Promise<void> {
  const endMs = performance.now() + durationMs
  const pay = async () => {
    const paid: string[] = []
    while (performance.now() < endMs) {
      const { rows } = await deployment.owner.query<{ id: string; account: string }>(PENDING, [paid])
      for (const { id, account } of rows)
        if (await accounts.find((one) => one.id === account)?.psp.pay(id)) paid.push(id)
      await systemClock.sleep(PAY_PAUSE_MS)
    }
  }
  const replace = async (account: RotatingAccount) => {
    while (performance.now() < endMs) await account.replaceNext(deployment)
  }
  await Promise.all([pay(), ...accounts.map(replace)])
}

function judge(attempts: readonly Attempt[]): string[] {
  const failed = attempts.filter(({ result }) => result !== 'pending')
  print(`${attempts.length} charges requested, ${failed.length} failed`)
  return failed.length === 0
    ? []
    : [`${failed.length} charges failed, the first one with ${failed[0]?.result ?? 'no answer'}`]
}

const CALLS = `select pix_account_id as account, operation, sum(calls_count)::bigint as calls,
    sum(failed_count)::bigint as failed
  from pix_account_hour group by 1, 2 order by 1, 2`

/**
 * Prints the calls that the service counted, and the answers of each PSP by status. Returns a fault for each
 * operation that failed, and for each receiving account of which a credential was never replaced.
 */
async function countCalls({ owner }: Deployment, accounts: readonly RotatingAccount[]): Promise<string[]> {
  const { rows } = await owner.query<{ account: string; operation: string; calls: bigint; failed: bigint }>(
    CALLS,
  )
  for (const { id, front, replaced } of accounts) {
    const kinds = REPLACEMENTS.map((kind) => `${replaced.get(kind) ?? 0} ${kind}`)
    print(`${id}: replaced ${kinds.join(', ')}`)
    const statuses = Array.from(front.statuses, ([status, count]) => `${count} with ${status}`).toSorted()
    print(`  the PSP answered ${statuses.join(', ')}; ${front.tokens} tokens, ${front.refusedTokens} refused`)
    for (const { operation, calls, failed } of rows.filter(({ account }) => account === id))
      print(`  ${operation.padEnd(18)}${String(calls).padEnd(8)}calls, ${failed} failed`)
  }
  const sum = (of: 'calls' | 'failed') => rows.reduce((total, row) => total + row[of], 0n)
  print(`${sum('calls')} calls, ${sum('failed')} failed`)
  const unreplaced = accounts.filter(({ replaced }) => REPLACEMENTS.some((kind) => replaced.get(kind) === 0))
  return [
    ...rows
      .filter(({ failed }) => failed > 0n)
      .map((row) => `${row.account}: ${row.operation} failed ${row.failed} times`),
    ...unreplaced.map(({ id }) => `${id}: a credential was never replaced, use more --seconds`),
  ]
}

await main()
