import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { simulate, type SimReport } from './simulate.ts'
import { WorldPostgres } from './steps/world-postgres.ts'

const HELP = `simulate [--seed N] [--steps N] [--worlds N] [--twice] [--trace FOLDER]
Simulates --worlds worlds (default 1) of --steps steps (default 300), two at a time, from the seed --seed (default 1)
on. Prints the digest of the trace of each world. --twice simulates each world twice, and fails unless both digests are
equal. --trace writes each trace to a file: every SQL statement, call and answer in their order.
`

interface Options {
  steps: number
  isTwice: boolean
  /** The folder to which the command writes the traces; undefined to write no trace. */
  folder: string | undefined
}

/** Runs the command `simulate`. The process exits with status 1 if a simulation fails. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      steps: { type: 'string', default: '300' },
      worlds: { type: 'string', default: '1' },
      twice: { type: 'boolean', default: false },
      trace: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const options = { steps: Number(values.steps), isTwice: values.twice, folder: values.trace }
  const seeds = Array.from({ length: Number(values.worlds) }, (_, n) => Number(values.seed) + n)
  let failedCount = 0
  const postgres = await WorldPostgres.open()
  const worker = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const report = await run(postgres, seed, options)
      process.stdout.write(`${line(report)}\n`)
      if (report.faults.length > 0) failedCount += 1
    }
  }
  try {
    await Promise.all([worker(), worker()])
  } finally {
    postgres.close()
  }
  process.stdout.write(`${values.worlds} worlds of ${values.steps} steps, ${failedCount} failed\n`)
  process.exitCode = failedCount === 0 ? 0 : 1
}

/**
 * Simulates the world of a seed once, or twice with the option `isTwice`. Adds a fault to the report if the two traces
 * differ.
 */
async function run(postgres: WorldPostgres, seed: number, options: Options): Promise<SimReport> {
  const report = await runOnce(postgres, `world_${seed}`, { seed, ...options })
  if (!options.isTwice) return report
  const second = await runOnce(postgres, `world_${seed}_again`, { seed, ...options })
  if (second.traceDigest === report.traceDigest) return report
  const fault = `the same seed led to another trace: ${second.traceDigest}, ${second.traceLines} lines`
  return { ...report, faults: [...report.faults, fault] }
}

async function runOnce(
  postgres: WorldPostgres,
  name: string,
  { seed, steps, folder }: { seed: number } & Options,
): Promise<SimReport> {
  if (folder === undefined) return postgres.inNewDatabase((url) => simulate(url, seed, steps))
  mkdirSync(folder, { recursive: true })
  const file = createWriteStream(join(folder, `${name}.txt`))
  try {
    return await postgres.inNewDatabase((url) =>
      simulate(url, seed, steps, (text) => void file.write(`${text}\n`)),
    )
  } finally {
    await finished(file.end())
  }
}

function line(report: SimReport): string {
  const { charges, payments, crashes, refusals, traceDigest, traceLines } = report
  const counts = [
    `${charges} charges, ${payments} payments, ${crashes} crashes, ${refusals} refusals`,
    `trace ${traceDigest} of ${traceLines} lines`,
  ].join('; ')
  if (report.faults.length === 0) return `seed ${report.seed}: passed (${counts})`
  const where = report.failedAt ?? 'at the final check'
  return [
    `seed ${report.seed}: FAILED ${where} (${counts})`,
    ...report.faults.map((fault) => `  - ${fault}`),
  ].join('\n')
}

await main()
