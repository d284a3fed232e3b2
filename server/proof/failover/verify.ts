import type { Deployment } from '../../bench/deployment.ts'
import { until } from '../../bench/stack.ts'
import type { Psp } from './psps.ts'

const CONCURRENCY = 16
const RESOLVE_MAX_MS = 180_000
const PAYMENTS_MAX_MS = 120_000

interface StoredCharge {
  id: string
  account: string
  status: string
}

const CHARGES = 'select id, pix_account_id as account, status from charge'
const UNRESOLVED = "select count(*) as count from charge where status = 'created'"

/**
 * Waits at most RESOLVE_MAX_MS until the outcome of each issuance is known. Returns the number of charges whose outcome
 * is still unknown.
 */
export async function waitUntilResolved({ owner }: Deployment): Promise<bigint> {
  const count = async () => (await owner.query<{ count: bigint }>(UNRESOLVED)).rows[0]?.count ?? 0n
  await until('all issuances', RESOLVE_MAX_MS, async () => (await count()) === 0n).catch(() => undefined)
  return count()
}

/**
 * Asks each PSP for each charge. A charge may only be at the PSP of its receiving account, and an issued charge must
 * be there. A PSP must not have a charge that the service does not know. Returns the charges and PSPs that break
 * these rules.
 */
export async function findMisplacedCobs({ owner }: Deployment, psps: readonly Psp[]): Promise<string[]> {
  const { rows } = await owner.query<StoredCharge>(CHARGES)
  const faults: string[] = []
  const found = new Map(psps.map(({ id }) => [id, 0]))
  await inParallel(rows, async ({ id, account, status }) => {
    const txid = id.replaceAll('-', '')
    const present = await Promise.all(psps.map((psp) => psp.hasCob(txid)))
    const at = psps.filter((_, n) => present[n]).map((psp) => psp.id)
    for (const psp of at) found.set(psp, (found.get(psp) ?? 0) + 1)
    if (at.length > 1) faults.push(`charge ${id} is at ${at.join(' and ')}`)
    if (at.length === 1 && at[0] !== account) faults.push(`charge ${id} of ${account} is at ${at[0]}`)
    if (at.length === 0 && status === 'pending') faults.push(`charge ${id} is pending, but at no PSP`)
  })
  for (const psp of psps) {
    const total = await psp.countCobs()
    const known = found.get(psp.id) ?? 0
    if (total !== known) faults.push(`${psp.id} has ${total - known} charges that the service does not know`)
    process.stdout.write(`${psp.id} (${psp.dialect}) has ${total} charges\n`)
  }
  return faults
}

const PENDING = `select id, pix_account_id as account, status from charge
  where status = 'pending' and pix_account_id = $1 limit $2`
const PAID = `select pix_account_id as account, count(*) as count, sum(amount_cents) as cents from payment
  group by 1 order by 1`

/**
 * Pays charges of each receiving account at its PSP and waits until the service has recorded the payments. Returns a
 * fault for each account whose recorded sum differs from the sum that was paid at its PSP, and for each account
 * without callbacks.
 */
export async function checkPayments(
  { owner }: Deployment,
  psps: readonly Psp[],
  each: number,
): Promise<string[]> {
  const expected = new Map<string, bigint>()
  for (const psp of psps) {
    const { rows } = await owner.query<StoredCharge>(PENDING, [psp.id, each])
    for (const { id } of rows) await psp.pay(id)
    expected.set(psp.id, (await psp.sums()).received)
  }
  const faults = async (): Promise<string[]> => {
    const { rows } = await owner.query<{ account: string; cents: string }>(PAID)
    const recorded = new Map(rows.map(({ account, cents }) => [account, BigInt(cents)]))
    return psps.flatMap(({ id }) => {
      const [paid, got] = [expected.get(id) ?? 0n, recorded.get(id) ?? 0n]
      return paid === got ? [] : [`${id}: ${paid} centavos were paid, ${got} are recorded`]
    })
  }
  await until('all payments', PAYMENTS_MAX_MS, async () => (await faults()).length === 0).catch(
    () => undefined,
  )
  return [...(await faults()), ...(await findMissingCallbacks(owner, psps))]
}

const REPORTED = `select pix_account_id as account, count(*) filter (where source = 'callback') as callbacks,
  count(*) filter (where source = 'sweep') as swept from network_inbox group by 1`

/**
 * Prints how many reports the service got from callbacks, and how many by reading the lists of the PSPs. Returns a
 * fault for each receiving account without callbacks.
 */
async function findMissingCallbacks(owner: Deployment['owner'], psps: readonly Psp[]): Promise<string[]> {
  const { rows } = await owner.query<{ account: string; callbacks: bigint; swept: bigint }>(REPORTED)
  for (const { account, callbacks, swept } of rows)
    process.stdout.write(`${account}: ${callbacks} reports by callbacks, ${swept} by sweeps\n`)
  const isCalled = ({ id }: Psp) => rows.some(({ account, callbacks }) => account === id && callbacks > 0n)
  return psps.filter((psp) => !isCalled(psp)).map(({ id }) => `${id}: no callback was received`)
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, run))
}
