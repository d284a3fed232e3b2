import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { MOVE_STEPS, type MoveStep } from '../../src/cells/move/connections.sql.ts'
import { wholeNumber } from '../whole-number.ts'
import type { Cluster } from './cells/clusters.ts'
import { Installation } from './cells/installation.ts'
import { print } from './cells/payments-load.ts'
import { withClusters } from './cells/with-clusters.ts'
import { FeedReader } from './move/feed-reader.ts'
import { MovingLoad, type MerchantLoad } from './move/moving-load.ts'
import { runMove, type CommandReport } from './move/run-command.ts'
import { verifyMoves } from './move/verify-moves.ts'

const CELLS = ['main', 'a', 'b']
const MERCHANTS_EACH = 2
/** How long a merchant may get 503 because of a move, also of a killed one, in milliseconds. */
const REFUSED_MS_MAX = 2_000
/** How long the load runs before the first move and after the last one, in milliseconds. */
const QUIET_MS = 4_000

interface Options {
  times: number
  interval: number
}

/** Adds the suite of moves: merchants move between three cells under load, and the command is killed at every step. */
export function addMove(program: Command): void {
  program
    .command('move')
    .description(
      'Merchants move between three cells under load; the command is killed at every step of a move.',
    )
    .option('--times <N>', 'moves', wholeNumber(3), 20)
    .option('--interval <MS>', 'the time between two payments of a merchant', wholeNumber(6), 1_000)
    .action((options: Options) => withClusters(CELLS, (stack, clusters) => check(stack, clusters, options)))
}

async function check(stack: Stack, clusters: readonly Cluster[], options: Options): Promise<boolean> {
  const installation = await Installation.open(stack, clusters, CELLS.length * MERCHANTS_EACH)
  const load = new MovingLoad(installation, stack.receiver)
  await installation.start('api')
  await installation.start('worker')
  const stopping = new AbortController()
  const feeds = new Map(load.merchants.map((merchant) => [merchant.id, new FeedReader(load, merchant)]))
  const following = Array.from(feeds.values(), (feed) => feed.follow(stopping.signal))
  load.start(options.interval)
  await systemClock.sleep(QUIET_MS)
  let passed = await moveAll(installation, load, options.times)
  await systemClock.sleep(QUIET_MS)
  await load.stop()
  stopping.abort()
  await Promise.all(following)
  const { ok, lines } = await verifyMoves(installation.parts, load, feeds)
  for (const line of lines) print(line)
  print(
    `${load.calls} calls, ${load.wrong.length} wrong answers; ${stack.receiver.repeatedCount()} webhooks sent again`,
  )
  for (const line of load.wrong.slice(0, 20)) print(`  ${line}`)
  passed &&= ok && load.wrong.length === 0
  await load.close()
  await installation.stop()
  print(passed ? 'passed' : 'FAILED')
  return passed
}

/** The cell of each merchant, in the order of the load. */
const firstCell = (index: number): string => CELLS[Math.floor(index / MERCHANTS_EACH)] ?? ''
const nextCell = (cell: string): string => CELLS[(CELLS.indexOf(cell) + 1) % CELLS.length] ?? ''

async function moveAll({ settings }: Installation, load: MovingLoad, times: number): Promise<boolean> {
  const cells = new Map(load.merchants.map((merchant, index) => [merchant.id, firstCell(index)]))
  let passed = true
  for (let n = 0; n < times; n++) {
    const merchant = load.merchants[n % load.merchants.length]
    if (!merchant) throw new Error('BUG: moveAll: there is no merchant')
    const to = nextCell(cells.get(merchant.id) ?? '')
    const killAt = MOVE_STEPS[n]
    const before = merchant.refusedMs.length
    // A call must be served before the refusals are complete.
    const untilServed = (): Promise<unknown> => load.call(merchant, '/v1/balance')
    const aborts = n % 2 === 1
    const { report, lines } = await moveOnce({ settings, merchant, to, killAt, aborts, untilServed })
    await untilServed()
    const refusedMs = Math.max(0, ...merchant.refusedMs.slice(before))
    const isOk = report !== undefined && refusedMs <= REFUSED_MS_MAX
    passed &&= isOk
    if (report) cells.set(merchant.id, to)
    print(
      `${String(n + 1).padStart(2)} ${report?.from ?? '?'} to ${to}: ${describe(report)}; calls got 503 for at most ` +
        `${refusedMs.toFixed(0)} ms${killAt ? `; killed at ${killAt}` : ''}${isOk ? '' : '  FAILED'}`,
    )
    for (const line of lines) print(`     ${line}`)
  }
  return passed
}

interface Planned {
  settings: Installation['settings']
  merchant: MerchantLoad
  to: string
  killAt: MoveStep | undefined
  /** Whether a killed move is aborted before it is repeated, if that is possible. */
  aborts: boolean
  /** Waits until the calls of the merchant are served. */
  untilServed: () => Promise<unknown>
}

/** Moves a merchant. With `killAt`, kills the first command, and repeats it when the merchant is served again. */
async function moveOnce({
  settings,
  merchant,
  to,
  killAt,
  aborts,
  untilServed,
}: Planned): Promise<{ report: CommandReport | undefined; lines: string[] }> {
  const move = ['--account', merchant.id, '--to', to]
  const lines: string[] = []
  if (killAt !== undefined) {
    const { wasKilled } = await runMove(settings, move, killAt)
    if (!wasKilled) lines.push(`the command ended before it could be killed at ${killAt}`)
    await untilServed()
    if (aborts) {
      const { errors } = await runMove(settings, ['--account', merchant.id, '--abort'])
      lines.push(`abort: ${errors.length === 0 ? 'done' : errors.join(' ')}`)
    }
  }
  const { report, errors } = await runMove(settings, move)
  const isDone = report === undefined && errors.some((line) => line.includes('same_cell'))
  lines.push(...errors)
  return { report: isDone ? COMPLETE : report, lines }
}

/** The report of a move that the killed command had completed. */
const COMPLETE: CommandReport = {
  from: 'the old cell',
  to: '',
  copied_rows: 0,
  frozen_rows: 0,
  pause_ms: 0,
  given_up_freezes: 0,
  deleted_rows: 0,
}

const describe = (report: CommandReport | undefined): string =>
  report
    ? `${report.copied_rows} rows copied, ${report.frozen_rows} in the freeze, pause ${report.pause_ms} ms, ` +
      `${report.deleted_rows} deleted${report.given_up_freezes > 0 ? `, ${report.given_up_freezes} freezes given up` : ''}`
    : 'not moved'
