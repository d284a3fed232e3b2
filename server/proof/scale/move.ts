import type { Command } from 'commander'
import type { Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { MOVE_STEPS, type MoveStep } from '../../src/cells/move/connections.sql.ts'
import { wholeNumber } from '../whole-number.ts'
import type { Cluster } from './cells/clusters.ts'
import { Installation } from './cells/installation.ts'
import { print } from './cells/answers.ts'
import { withClusters } from './cells/with-clusters.ts'
import { FeedReader } from './move/feed-reader.ts'
import { MovingLoad, type MerchantLoad } from './move/moving-load.ts'
import { runMove, type CommandReport } from './move/run-command.ts'
import { verifyMoves } from './move/verify-moves.ts'

const CELLS = ['main', 'a', 'b']
const MERCHANTS_EACH = 2
/** How long a merchant may get 503 because of a move, also of a killed one, in milliseconds. */
const REFUSED_MS_MAX = 2_000
/** How long one call may last until its answer, of any merchant and at any time, in milliseconds. */
const CALL_MS_MAX = 2_000
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
    .option(
      '--times <N>',
      `moves; the first ${MOVE_STEPS.length} kill the command, each at the next step`,
      wholeNumber(3),
      20,
    )
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
  const unkilled = new Set<string>(MOVE_STEPS)
  let passed = await moveAll(installation, load, { times: options.times, unkilled })
  await systemClock.sleep(QUIET_MS)
  await load.stop()
  stopping.abort()
  await Promise.all(following)
  const { ok, lines } = await verifyMoves(installation.parts, load, { feeds, receiver: stack.receiver })
  for (const line of lines) print(line)
  passed = checkCalls(load) && passed && ok
  print(`${stack.receiver.repeatedCount()} webhooks sent again`)
  await load.close()
  await installation.stop()
  const gap = unkilled.size === 0 ? '' : `; the command was not killed at: ${Array.from(unkilled).join(', ')}`
  print(`${passed ? 'passed' : 'FAILED'}${gap}`)
  return passed
}

/** Checks all calls of the load: their answers, how long the calls lasted, and how long merchants were refused. */
function checkCalls({ calls, wrong, slowest, merchants }: MovingLoad): boolean {
  const refusedMs = Math.max(0, ...merchants.flatMap(({ refusals }) => refusals.durationsMs))
  const areOpen = merchants.some(({ refusals }) => refusals.isOpen)
  const isRefusedLong = refusedMs > REFUSED_MS_MAX || areOpen
  const isSlow = slowest.ms > CALL_MS_MAX
  print(`${calls} calls, ${wrong.length} wrong answers${wrong.length === 0 ? '' : '  FAILED'}`)
  for (const line of wrong.slice(0, 20)) print(`  ${line}`)
  print(
    `the longest call: ${slowest.ms.toFixed(0)} ms of at most ${CALL_MS_MAX} (${slowest.call})${isSlow ? '  FAILED' : ''}`,
  )
  print(
    `the longest refusals of a merchant: ${refusedMs.toFixed(0)} ms of at most ${REFUSED_MS_MAX}` +
      `${areOpen ? ', and some did not end' : ''}${isRefusedLong ? '  FAILED' : ''}`,
  )
  return wrong.length === 0 && !isSlow && !isRefusedLong
}

/** The cell of each merchant, in the order of the load. */
const firstCell = (index: number): string => CELLS[Math.floor(index / MERCHANTS_EACH)] ?? ''
const nextCell = (cell: string): string => CELLS[(CELLS.indexOf(cell) + 1) % CELLS.length] ?? ''

/** Moves the merchants in turn. Removes each step from `unkilled` at which the command was killed. */
async function moveAll(
  { settings }: Installation,
  load: MovingLoad,
  { times, unkilled }: { times: number; unkilled: Set<string> },
): Promise<boolean> {
  const cells = new Map(load.merchants.map((merchant, index) => [merchant.id, firstCell(index)]))
  let passed = true
  for (let n = 0; n < times; n++) {
    const merchant = load.merchants[n % load.merchants.length]
    if (!merchant) throw new Error('BUG: moveAll: there is no merchant')
    const to = nextCell(cells.get(merchant.id) ?? '')
    const killAt = MOVE_STEPS[n]
    const { durationsMs } = merchant.refusals
    const before = durationsMs.length
    const untilServed = (): Promise<void> => load.untilServed(merchant)
    const aborts = n % 2 === 1
    const { report, lines, wasKilled } = await moveOnce({
      settings,
      merchant,
      to,
      killAt,
      aborts,
      untilServed,
    })
    await untilServed()
    const refusedMs = Math.max(0, ...durationsMs.slice(before))
    const isKilled = killAt === undefined || wasKilled
    const isOk = report !== undefined && isKilled && refusedMs <= REFUSED_MS_MAX
    passed &&= isOk
    if (report) cells.set(merchant.id, to)
    if (killAt !== undefined && wasKilled) unkilled.delete(killAt)
    print(
      `${String(n + 1).padStart(2)} ${report?.from ?? '?'} to ${to}: ${describe(report)}; calls got 503 for at most ` +
        `${refusedMs.toFixed(0)} ms${killAt && wasKilled ? `; killed at ${killAt}` : ''}${isOk ? '' : '  FAILED'}`,
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
  untilServed: () => Promise<void>
}

/** Moves a merchant. With `killAt`, kills the first command, and repeats it when the merchant is served again. */
async function moveOnce({
  settings,
  merchant,
  to,
  killAt,
  aborts,
  untilServed,
}: Planned): Promise<{ report: CommandReport | undefined; lines: string[]; wasKilled: boolean }> {
  const move = ['--account', merchant.id, '--to', to]
  const lines: string[] = []
  let wasKilled = false
  if (killAt !== undefined) {
    wasKilled = (await runMove(settings, move, killAt)).wasKilled
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
  return { report: isDone ? COMPLETE : report, lines, wasKilled }
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
