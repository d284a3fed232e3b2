import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { Deployment, type BenchMerchant } from '../bench/deployment.ts'
import { startStack } from '../bench/stack.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { Seed } from '../src/simulation/seed.ts'
import { exportHistory, importHistory } from './linearizability/export-history.ts'
import { Load } from './linearizability/generate.ts'
import type { History } from './linearizability/history.ts'
import {
  describeJudgement,
  judgeHistory,
  LATE_STEPS_MAX,
  type Judgement,
} from './linearizability/judge-history.ts'
import { PLANTED } from './linearizability/planted.ts'
import { ProofStack, untilTrue } from './linearizability/stack.ts'
import { Tally } from './linearizability/tally.ts'
import { postJson } from './post-json.ts'
import { wholeNumber } from './whole-number.ts'

const BACK_OFF_MS = 100
const PROGRESS_EVERY = 50
/** The folder of the histories whose check does not have the expected result. */
const UNEXPECTED = join(tmpdir(), 'pix-histories')

const command = new Command('pnpm linearizability')
  .description(
    'Records what merchants see while processes are killed and connections are cut, and checks that a ' +
      'single-threaded model explains it.',
  )
  .option('--calls <N>', 'the least number of calls in all histories', wholeNumber(7), 100_000)
  .option('--per-merchant <N>', 'calls per history', wholeNumber(7), 200)
  .option('--clients <N>', 'clients per merchant', wholeNumber(7), 3)
  .option('--merchants <N>', 'merchants at the same time', wholeNumber(7), 12)
  .option('--seconds <N>', 'begins no further history after this time', wholeNumber(7), 3_600)
  .option('--seed <N>', 'the seed of the calls, kills and cuts', wholeNumber(7), 1)
  .option('--out <FOLDER>', 'writes all histories as JSON, as pairs of call and return events')
  .option('--judge <FILE>', 'checks a history that --out has written, and does nothing else')
  .option('--planted <NAME>', `plants a violation in each history: ${Object.keys(PLANTED).join(', ')}`)
const options = command.parse().opts<{
  calls: number
  perMerchant: number
  clients: number
  merchants: number
  seconds: number
  seed: number
  out?: string
  judge?: string
  planted?: string
}>()

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Exits with 1 unless every history is linearizable. With --planted, exits with 1 unless every history has a violation.
 * With --judge, checks only the history in the file.
 */
async function main(): Promise<void> {
  if (options.planted !== undefined && PLANTED[options.planted] === undefined)
    command.error(`--planted must be one of ${Object.keys(PLANTED).join(', ')}`)
  if (options.judge !== undefined) return judgeFile(options.judge)
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-linearizability-'))
  // Allow access to the cluster in this folder, because PostgreSQL may run as another user.
  chmodSync(dataDir, 0o711)
  const stack = await startStack(dataDir)
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const proof = await ProofStack.start(deployment, new Seed(options.seed))
    const tally = await record(proof, new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin)
    for (const line of tally.report(proof)) print(line)
    const { linearizable, violation, undecided } = tally.verdicts
    const isPassed =
      options.planted === undefined ? violation + undecided === 0 : linearizable + undecided === 0
    print(isPassed ? 'passed' : 'FAILED')
    process.exitCode = isPassed ? 0 : 1
    await proof.stop()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function judgeFile(file: string): void {
  const judgement = judgeHistory(importHistory(readFileSync(file, 'utf8')), LATE_STEPS_MAX)
  for (const line of describeJudgement(judgement)) print(line)
  process.exitCode = judgement.verdict.kind === 'linearizable' ? 0 : 1
}

/** Records and checks histories, several at the same time, while processes are killed. */
async function record(proof: ProofStack, bank: string): Promise<Tally> {
  const tally = new Tally()
  const merchants = await proof.createMerchants(Math.ceil(options.calls / options.perMerchant))
  const stopping = new AbortController()
  const kills = proof.killUntil(stopping.signal)
  const endsAt = performance.now() + options.seconds * 1_000
  const entries = merchants.entries()
  const undecided: Recorded[] = []
  const worker = async (): Promise<void> => {
    for (const [n, merchant] of entries) {
      if (performance.now() > endsAt) return
      const recorded = await recordOne({ proof, bank, tally }, merchant, n)
      if (recorded.judgement.verdict.kind === 'undecided') undecided.push(recorded)
    }
  }
  await Promise.all(Array.from({ length: options.merchants }, worker))
  stopping.abort()
  await kills
  for (const { n, history } of undecided) {
    const judgement = judgeHistory(history, LATE_STEPS_MAX)
    tally.decide(judgement.verdict.kind)
    for (const line of [`history ${n}, with more steps:`, ...describeJudgement(judgement)]) print(line)
  }
  return tally
}

interface Run {
  proof: ProofStack
  /** The origin of the simulated PSP. */
  bank: string
  tally: Tally
}

/** A history with its sequence number and the result of its check. */
interface Recorded {
  n: number
  history: History
  judgement: Judgement
}

/** Records and checks one history. */
async function recordOne(
  { proof, bank, tally }: Run,
  { id, apiKey }: BenchMerchant,
  n: number,
): Promise<Recorded> {
  const load = new Load({
    merchantId: id,
    apiKey,
    seed: options.seed * 100_000 + n,
    clients: options.clients,
    calls: options.perMerchant,
    edit: PLANTED[options.planted ?? '']?.(),
    origin: () => proof.origin(),
    pay: ({ txid, endToEndId }) => postJson(`${bank}/simulator/pay`, { txid, end_to_end_id: endToEndId }),
    backOff: () => systemClock.sleep(BACK_OFF_MS),
    until: untilTrue,
  })
  const history = await load.run()
  const judgement = judgeHistory(history)
  tally.add(history, judgement.verdict.kind)
  const isExpected = judgement.verdict.kind === (options.planted === undefined ? 'linearizable' : 'violation')
  const folder = options.out ?? (isExpected ? undefined : UNEXPECTED)
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${n}.json`), exportHistory(history, judgement.operations))
  }
  if (!isExpected) {
    print(`history ${n} in ${String(folder)}, merchant ${id}`)
    for (const line of describeJudgement(judgement)) print(line)
  }
  if (tally.historiesCount % PROGRESS_EVERY === 0) print(tally.progress(proof))
  return { n, history, judgement }
}

await main()
