import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { verifyLedger } from '../src/ledger/verify/verify-ledger.ts'
import { readSavedSettings } from '../stack/settings.ts'
import { Deployment } from '../bench/deployment.ts'
import { connect, startDatabase, startStack, until } from '../bench/stack.ts'
import { postJson } from './post-json.ts'

const LOAD_LOOPS = 8
const PAUSE_MS = 20
const WAIT_MAX_MS = 90_000

/** The charges that the service confirmed, and the payments (end-to-end ids) that the network confirmed. */
interface Confirmed {
  charges: Set<string>
  payments: Set<string>
}

/**
 * `pnpm kill-check --times N`: N times, kills the server or PostgreSQL with SIGKILL at a random time under load, and
 * restarts it. Then checks that every confirmed payment is posted exactly once, that every confirmed charge exists,
 * and that the ledger verifies. Exits with 1 when a check fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-kill-'))
  const stack = await startStack(dataDir)
  const confirmed: Confirmed = { charges: new Set(), payments: new Set() }
  const stopping = new AbortController()
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(3, 0)
    await deployment.start('all')
    const keys = merchants.map(({ apiKey }) => apiKey)
    const loops = Array.from({ length: LOAD_LOOPS }, (_, n) =>
      createAndPay(deployment, keys[n % 3] ?? '', confirmed, stopping.signal),
    )
    for (let n = 1; n <= Number(values.times); n++) {
      await waitForLoad(confirmed)
      const victim = n % 2 === 0 ? 'PostgreSQL' : 'server'
      await (victim === 'server' ? killServer(deployment) : killPostgres(deployment))
      process.stdout.write(`${n}: killed ${victim} after ${confirmed.payments.size} payments\n`)
    }
    stopping.abort()
    await Promise.all(loops)
    process.exitCode = (await checkResults(deployment, confirmed)) ? 0 : 1
  } finally {
    stopping.abort()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits until the service works again, then for a random time of up to 0.7 s. */
async function waitForLoad(confirmed: Confirmed): Promise<void> {
  const before = confirmed.payments.size
  await until('further payments', WAIT_MAX_MS, () => confirmed.payments.size >= before + LOAD_LOOPS)
  await systemClock.sleep(systemIds.bytes(2).readUInt16BE() % 700)
}

/** Creates charges and pays them, one after the other, until `signal` aborts. Ignores errors. */
async function createAndPay(
  deployment: Deployment,
  key: string,
  confirmed: Confirmed,
  signal: AbortSignal,
): Promise<void> {
  const bank = new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin
  while (!signal.aborted) {
    const order = systemIds.bytes(8).toString('hex')
    const charge = await postJson(`${deployment.origin}/v1/pix/charges`, bodyOf(order), {
      authorization: `Bearer ${key}`,
      'idempotency-key': order,
    })
    if (typeof charge['id'] === 'string') confirmed.charges.add(charge['id'])
    const txid = typeof charge['id'] === 'string' ? charge['id'].replaceAll('-', '') : undefined
    if (txid && charge['status'] === 'pending') {
      const endToEndId = `E99999004${order.padEnd(23, '0')}`
      const paid = await postJson(`${bank}/simulator/pay`, { txid, end_to_end_id: endToEndId })
      if (Object.keys(paid).length > 0) confirmed.payments.add(endToEndId)
    }
    await systemClock.sleep(PAUSE_MS)
  }
}

const bodyOf = (order: string) => ({
  order_reference: order,
  amount_cents: 1_000,
  payer: { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' },
})

async function killServer(deployment: Deployment): Promise<void> {
  process.kill(deployment.pidOf('all'), 'SIGKILL')
  await deployment.stop('all')
  await deployment.start('all')
}

/** Kills and restarts PostgreSQL. The server keeps running and has to reconnect. */
async function killPostgres({ stack }: Deployment): Promise<void> {
  const { pid, port, exited } = stack.postgres
  process.kill(pid, 'SIGKILL')
  await exited
  stack.postgres = await startDatabase(stack.dataDir, readSavedSettings(stack.dataDir), port)
}

const COUNTS = `
  select (select count(*) from payment where end_to_end_id = any($1)) as recorded,
    (select count(*) from journal_entry where split_part(dedupe_key, ':', 2) = any($1)
      and event_type in ('charge.paid', 'charge.payment_held')) as posted,
    (select count(*) from charge where id = any($2::uuid[])) as stored`

/**
 * Waits until every confirmed payment is recorded. Returns whether each is posted exactly once, every confirmed charge
 * exists, and the ledger verifies.
 */
async function checkResults(deployment: Deployment, { payments, charges }: Confirmed): Promise<boolean> {
  const database = await connect(deployment.applicationUrl)
  const given = [Array.from(payments), Array.from(charges)]
  const count = async (): Promise<Record<'recorded' | 'posted' | 'stored', bigint>> => {
    const { rows } = await database.query<Record<'recorded' | 'posted' | 'stored', bigint>>(COUNTS, given)
    return rows[0] ?? { recorded: 0n, posted: 0n, stored: 0n }
  }
  await until('every payment to be recorded', WAIT_MAX_MS, async () => {
    return (await count()).recorded >= BigInt(payments.size)
  })
  const { posted, stored } = await count()
  await database.end()
  const verdict = await deployment.withContext((ctx) => verifyLedger(ctx))
  process.stdout.write(
    `${payments.size} payments confirmed,  ${posted} posted; ${charges.size} charges confirmed, ${stored} stored; ` +
      `ledger ${verdict.sound ? 'sound' : 'NOT sound'} (${verdict.entriesCount} entries)\n`,
  )
  for (const { name, what } of verdict.findings) process.stdout.write(`  - ${name}: ${what}\n`)
  return verdict.sound && posted === BigInt(payments.size) && stored === BigInt(charges.size)
}

await main()
