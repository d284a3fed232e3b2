import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { verifyLedger } from '../src/ledger/verify/verify-ledger.ts'
import type { Deployment } from '../bench/deployment.ts'
import { connect, until } from '../bench/stack.ts'
import { postJson } from './post-json.ts'

const PAUSE_MS = 20
const WAIT_MAX_MS = 90_000

/** The charges that the service confirmed, and the payments (end-to-end ids) that the PSP confirmed. */
export interface Confirmed {
  charges: Set<string>
  payments: Set<string>
}

/** Creates charges and pays them, one after the other, until `signal` aborts. Ignores calls that fail. */
export async function createAndPay(
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

const COUNTS = `
  select (select count(*) from payment where end_to_end_id = any($1)) as recorded,
    (select count(*) from journal_entry where split_part(dedupe_key, ':', 2) = any($1)
      and event_type in ('charge.paid', 'charge.payment_held')) as posted,
    (select count(*) from charge where id = any($2::uuid[])) as stored`

/**
 * Waits until every confirmed payment is recorded. Returns whether each confirmed payment is posted exactly once, every
 * confirmed charge exists, and the ledger is sound.
 */
export async function checkResults(
  deployment: Deployment,
  { payments, charges }: Confirmed,
): Promise<boolean> {
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
