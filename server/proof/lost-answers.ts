import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Deployment } from '../bench/deployment.ts'
import { startStack, until } from '../bench/stack.ts'
import { AnswerProxy, type Fault } from './lost-answers/answer-proxy.ts'
import { chance, MerchantCaller } from './lost-answers/calls.ts'
import { checkEverything } from './lost-answers/checks.ts'
import { handleOrders, knowNothing, payOut, type Known } from './lost-answers/clients.ts'
import { Report } from './restore/report.ts'

const MERCHANTS = 6
const RUN_MS_MAX = 3_600_000

/** The share of the committing SQL statements that gets each fault. All other SQL statements pass. */
const SHARES: Partial<Record<Fault, number>> = { drop: 0.2, silence: 0.001, delay: 0.02, cut: 0.02 }

const OPTIONS = {
  drops: { type: 'string', default: '10000' },
  clients: { type: 'string', default: '300' },
} as const

/**
 * `pnpm lost-answers`: loses the answers to `--drops` SQL statements that committed changes, while `--clients`
 * clients create, pay, cancel and refund charges. A proxy between the service and PostgreSQL loses the answers. Then
 * checks that nothing is lost or doubled, and that every answer of the service agrees with the stored records. Exits
 * with 1 after a violation.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-lost-answers-'))
  const stack = await startStack(dataDir)
  const report = new Report()
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(MERCHANTS, 0)
    await deployment.createEndpoints(merchants)
    let isLosing = true
    await using proxy = await AnswerProxy.start(deployment.applicationUrl, () =>
      isLosing ? drawFault() : 'pass',
    )
    const urls = {
      DATABASE_URL: proxy.through(deployment.applicationUrl),
      CONSOLE_DATABASE_URL: proxy.through(deployment.settings['CONSOLE_DATABASE_URL'] ?? ''),
    }
    await deployment.start('api', urls)
    await deployment.start('worker', urls)

    const known = knowNothing()
    const caller = new MerchantCaller(deployment.origin)
    const stopping = new AbortController()
    const clientOf = (n: number) => {
      const merchant = merchants[n % merchants.length]
      if (!merchant) throw new Error('BUG: createMerchants created no merchant')
      return { deployment, merchant, caller, known }
    }
    const load = Promise.all([
      ...Array.from({ length: Number(values.clients) }, (_, n) => handleOrders(clientOf(n), stopping.signal)),
      ...merchants.map((_, n) => payOut(clientOf(n), (url) => proxy.through(url), stopping.signal)),
    ])
    await report.step('load', async () => {
      await Promise.race([
        load,
        until(`${values.drops} lost answers`, RUN_MS_MAX, () => proxy.lostCount >= Number(values.drops)),
      ])
      isLosing = false
      stopping.abort()
      await load
    })
    printFigures(report, proxy, { caller, known })
    await checkEverything({ deployment, known, caller }, report)
    await deployment.close()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exitCode = report.end() ? 0 : 1
}

function drawFault(): Fault {
  let left = chance()
  for (const fault of ['drop', 'silence', 'delay', 'cut'] as const) {
    left -= SHARES[fault] ?? 0
    if (left < 0) return fault
  }
  return 'pass'
}

function printFigures(
  report: Report,
  { counts }: AnswerProxy,
  { caller, known }: { caller: MerchantCaller; known: Known },
): void {
  report.figure('answers dropped after the commit, connection closed', counts.drop)
  report.figure('answers dropped after the commit, connection open', counts.silence)
  report.figure('connections cut before the commit', counts.cut)
  report.figure('answers delayed, answers passed', `${counts.delay}, ${counts.pass}`)
  report.figure('charges, cancelled charges', `${known.charges.size}, ${known.cancelled.size}`)
  report.figure('payments', known.payments.size)
  report.figure('refunds, payouts', `${known.refunds.size}, ${known.payouts.size}`)
  const statuses = Array.from(caller.statuses, ([status, count]) => `${status}: ${count}`)
  report.figure('answers to clients by status', statuses.toSorted().join(', '))
}

await main()
