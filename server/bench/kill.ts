import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { verifyLedger } from '../src/ledger/verify/verify-ledger.ts'
import { clusterFolder, dropStalePid } from '../stack/cluster-place.ts'
import { startPostgres } from '../stack/postgres.ts'
import { passwordsOf, readKept } from '../stack/settings.ts'
import { makeMerchants } from './merchants.ts'
import { withContext } from './service-context.ts'
import { connect, startStand, until, type Stand } from './stand.ts'

const CALL_TIMEOUT_MS = 5_000
const SHOPPERS = 8
const PACE_MS = 20
const SETTLED_WITHIN_MS = 90_000

/** What the outside was told: charges that were answered, and Pix that the network moved for them. */
interface Told {
  charges: Set<string>
  payments: Map<string, string>
}

/**
 * `pnpm kill-check --times N`: under load, ends the server or PostgreSQL by SIGKILL at a random moment, N times, and
 * starts it again; then every Pix that was paid is posted exactly once, every charge that was answered is there, and
 * the ledger proves itself. Ends with 1 when something of this does not hold.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-kill-'))
  const stand = await startStand({ dataDir })
  stand.owner.on('error', () => undefined)
  const told: Told = { charges: new Set(), payments: new Map() }
  const ending = new AbortController()
  let postgres = stand.postgres
  try {
    const merchants = await makeMerchants(stand.settings, 3)
    await stand.startServer('all')
    const keys = merchants.map(({ apiKey }) => apiKey)
    const shoppers = Array.from({ length: SHOPPERS }, (_, n) =>
      shop(stand, keys[n % 3] ?? '', told, ending.signal),
    )
    for (let n = 1; n <= Number(values.times); n++) {
      await underLoad(told)
      const victim = n % 2 === 0 ? 'PostgreSQL' : 'server'
      if (victim === 'server') await killServer(stand)
      else postgres = await killPostgres(stand, postgres)
      process.stdout.write(`${n}: ${victim} killed, ${told.payments.size} payments so far\n`)
    }
    ending.abort()
    await Promise.all(shoppers)
    process.exitCode = (await judge(stand, told)) ? 0 : 1
  } finally {
    ending.abort()
    await stand.stopServer('server all')
    for (const program of stand.programs.values()) await program.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Some random moment, with work going on. */
async function underLoad(told: Told): Promise<void> {
  const before = told.payments.size
  await until('payments going on', SETTLED_WITHIN_MS, () =>
    Promise.resolve(told.payments.size >= before + SHOPPERS),
  )
  await systemClock.sleep(systemIds.bytes(2).readUInt16BE() % 700)
}

/** Creates charges and pays them, one after the other, whatever the service answers. */
async function shop(stand: Stand, key: string, told: Told, signal: AbortSignal): Promise<void> {
  const bank = new URL(stand.settings['PIX_BASE_URL'] ?? '').origin
  while (!signal.aborted) {
    const order = systemIds.bytes(8).toString('hex')
    const charge = await post(`${stand.origin}/v1/pix/charges`, bodyOf(order), {
      authorization: `Bearer ${key}`,
      'idempotency-key': order,
    })
    if (typeof charge['id'] === 'string') told.charges.add(charge['id'])
    const txid = typeof charge['id'] === 'string' ? charge['id'].replaceAll('-', '') : undefined
    if (txid && charge['status'] === 'pending') {
      const endToEndId = `E99999004${order.padEnd(23, '0')}`
      const paid = await post(`${bank}/simulator/pay`, { txid, end_to_end_id: endToEndId })
      if (Object.keys(paid).length > 0) told.payments.set(endToEndId, txid)
    }
    await systemClock.sleep(PACE_MS)
  }
}

const bodyOf = (order: string) => ({
  order_reference: order,
  amount_cents: 1_000,
  payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
})

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const answer: unknown = await response.json()
    return response.ok && typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch {
    return {}
  }
}

async function killServer(stand: Stand): Promise<void> {
  stand.programs.get('server all')?.child.kill('SIGKILL')
  await stand.stopServer('server all')
  await stand.startServer('all')
}

/** The server outlives its database, and has to come back to it by itself. */
async function killPostgres(stand: Stand, postgres: Stand['postgres']): Promise<Stand['postgres']> {
  process.kill(postgres.pid, 'SIGKILL')
  await postgres.exited
  const folder = clusterFolder(stand.dataDir)
  dropStalePid(folder)
  const { port } = postgres
  return await startPostgres({ dataDir: folder, port, passwords: passwordsOf(readKept(stand.dataDir)) })
}

async function judge(stand: Stand, told: Told): Promise<boolean> {
  const database = await connect(stand.settings['MIGRATION_DATABASE_URL'] ?? '')
  const count = async (text: string, given: string[]): Promise<number> =>
    Number((await database.query<{ n: bigint }>(text, [given])).rows[0]?.n ?? 0)
  const paid = Array.from(told.payments.keys())
  await until('every payment recorded', SETTLED_WITHIN_MS, async () => {
    return (
      (await count('select count(*) as n from payment where end_to_end_id = any($1)', [...paid])) >=
      paid.length
    )
  })
  const posted = await count(
    `select count(*) as n from journal_entry where split_part(dedupe_key, ':', 2) = any($1)
       and event_type in ('charge.paid', 'charge.payment_held')`,
    paid,
  )
  const charges = await count(
    'select count(*) as n from charge where id = any($1::uuid[])',
    Array.from(told.charges),
  )
  await database.end()
  const verdict = await withContext(stand.settings, (ctx) => verifyLedger(ctx))
  process.stdout.write(
    `${paid.length} payments made, ${posted} posted; ${told.charges.size} charges answered, ${charges} kept; ` +
      `ledger ${verdict.sound ? 'sound' : 'NOT sound'} (${verdict.entriesCount} entries)\n`,
  )
  for (const { name, what } of verdict.findings) process.stdout.write(`  - ${name}: ${what}\n`)
  return verdict.sound && posted === paid.length && charges === told.charges.size
}

await main()
