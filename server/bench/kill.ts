import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { verifyLedger } from '../src/ledger/verify/verify-ledger.ts'
import { readSavedSettings } from '../stack/settings.ts'
import { until } from './bench.ts'
import { makeMerchants } from './merchants.ts'
import { Site } from './site.ts'
import { connect, startDatabase, startStack } from './stack.ts'

const CALL_TIMEOUT_MS = 5_000
const SHOPPERS = 8
const PACE_MS = 20
const SETTLED_WITHIN_MS = 90_000

/** What the service and the network answered: charges that exist, and Pix that the network moved for them. */
interface Answered {
  charges: Set<string>
  payments: Set<string>
}

/**
 * `pnpm kill-check --times N`: under load, ends the server or PostgreSQL by SIGKILL at a random moment, N times, and
 * starts it again. Then checks that every Pix is posted exactly once, that every answered charge exists, and that the
 * ledger verifies. Exits with 1 otherwise.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-kill-'))
  const stack = await startStack(dataDir)
  const answered: Answered = { charges: new Set(), payments: new Set() }
  const ending = new AbortController()
  try {
    const site = await Site.open(stack, 'pix')
    const merchants = await makeMerchants(site, 3, 0)
    await site.start('all')
    const keys = merchants.map(({ apiKey }) => apiKey)
    const shoppers = Array.from({ length: SHOPPERS }, (_, n) =>
      shop(site, keys[n % 3] ?? '', answered, ending.signal),
    )
    for (let n = 1; n <= Number(values.times); n++) {
      await underLoad(answered)
      const victim = n % 2 === 0 ? 'PostgreSQL' : 'server'
      await (victim === 'server' ? killServer(site) : killPostgres(site))
      process.stdout.write(`${n}: ${victim} killed, ${answered.payments.size} payments so far\n`)
    }
    ending.abort()
    await Promise.all(shoppers)
    process.exitCode = (await judge(site, answered)) ? 0 : 1
  } finally {
    ending.abort()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits for a random moment under load. */
async function underLoad(answered: Answered): Promise<void> {
  const before = answered.payments.size
  await until('payments', SETTLED_WITHIN_MS, () => answered.payments.size >= before + SHOPPERS)
  await systemClock.sleep(systemIds.bytes(2).readUInt16BE() % 700)
}

/** Creates charges and pays them, one after the other, whatever the service answers. */
async function shop(site: Site, key: string, answered: Answered, signal: AbortSignal): Promise<void> {
  const bank = new URL(site.settings['PIX_BASE_URL'] ?? '').origin
  while (!signal.aborted) {
    const order = systemIds.bytes(8).toString('hex')
    const charge = await post(`${site.origin}/v1/pix/charges`, bodyOf(order), {
      authorization: `Bearer ${key}`,
      'idempotency-key': order,
    })
    if (typeof charge['id'] === 'string') answered.charges.add(charge['id'])
    const txid = typeof charge['id'] === 'string' ? charge['id'].replaceAll('-', '') : undefined
    if (txid && charge['status'] === 'pending') {
      const endToEndId = `E99999004${order.padEnd(23, '0')}`
      const paid = await post(`${bank}/simulator/pay`, { txid, end_to_end_id: endToEndId })
      if (Object.keys(paid).length > 0) answered.payments.add(endToEndId)
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

async function killServer(site: Site): Promise<void> {
  site.server('all').child.kill('SIGKILL')
  await site.stop('all')
  await site.start('all')
}

/** The server keeps running and has to reconnect by itself. */
async function killPostgres({ stack }: Site): Promise<void> {
  const { pid, port, exited } = stack.postgres
  process.kill(pid, 'SIGKILL')
  await exited
  stack.postgres = await startDatabase(stack.dataDir, readSavedSettings(stack.dataDir), port)
}

const COUNTS = `
  select (select count(*) from payment where end_to_end_id = any($1)) as recorded,
    (select count(*) from journal_entry where split_part(dedupe_key, ':', 2) = any($1)
      and event_type in ('charge.paid', 'charge.payment_held')) as posted,
    (select count(*) from charge where id = any($2::uuid[])) as kept`

/** Waits until every payment is recorded. Answers whether nothing is lost or double and the ledger verifies. */
async function judge(site: Site, { payments, charges }: Answered): Promise<boolean> {
  const database = await connect(site.applicationUrl)
  const given = [Array.from(payments), Array.from(charges)]
  const count = async (): Promise<Record<'recorded' | 'posted' | 'kept', bigint>> => {
    const { rows } = await database.query<Record<'recorded' | 'posted' | 'kept', bigint>>(COUNTS, given)
    return rows[0] ?? { recorded: 0n, posted: 0n, kept: 0n }
  }
  await until('the record of every payment', SETTLED_WITHIN_MS, async () => {
    return (await count()).recorded >= BigInt(payments.size)
  })
  const { posted, kept } = await count()
  await database.end()
  const verdict = await site.withContext((ctx) => verifyLedger(ctx))
  process.stdout.write(
    `${payments.size} payments made, ${posted} posted; ${charges.size} charges answered, ${kept} kept; ` +
      `ledger ${verdict.sound ? 'sound' : 'NOT sound'} (${verdict.entriesCount} entries)\n`,
  )
  for (const { name, what } of verdict.findings) process.stdout.write(`  - ${name}: ${what}\n`)
  return verdict.sound && posted === BigInt(payments.size) && kept === BigInt(charges.size)
}

await main()
