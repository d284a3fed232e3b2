import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client, escapeIdentifier } from 'pg'
import { startPostgres } from '../../stack/postgres.ts'
import { migrateDatabase } from '../database.ts'
import { simulate, type SimReport } from './simulate.ts'

const TEMPLATE = 'simulation_template'

/**
 * Runs the command `simulate --seed N --steps M --worlds K`, which simulates the seeds N to N+K-1, two at a time. The
 * process exits with status 1 if a simulation fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      steps: { type: 'string', default: '300' },
      worlds: { type: 'string', default: '1' },
    },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-simulation-'))
  const postgres = await startPostgres({ dataDir, port: 0, ephemeral: true })
  try {
    await postgres.createDatabase(TEMPLATE)
    await migrateDatabase(postgres.ownerUrl(TEMPLATE))
    const seeds = Array.from({ length: Number(values.worlds) }, (_, n) => Number(values.seed) + n)
    const failed: SimReport[] = []
    const worker = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const report = await inDatabase(postgres, `world_${seed}`, (url) =>
          simulate(url, seed, Number(values.steps)),
        )
        process.stdout.write(`${line(report)}\n`)
        if (report.faults.length > 0) failed.push(report)
      }
    }
    await Promise.all([worker(), worker()])
    process.stdout.write(`${values.worlds} worlds of ${values.steps} steps, ${failed.length} failed\n`)
    process.exitCode = failed.length === 0 ? 0 : 1
  } finally {
    await postgres.stop()
  }
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>

async function inDatabase<T>(
  postgres: Postgres,
  name: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  try {
    await client.query(`create database ${escapeIdentifier(name)} with template ${TEMPLATE} owner pix_owner`)
    const result = await work(postgres.applicationUrl(name))
    await client.query(`drop database ${escapeIdentifier(name)} with (force)`)
    return result
  } finally {
    await client.end()
  }
}

function line(report: SimReport): string {
  const counts = `${report.charges} charges, ${report.payments} payments, ${report.crashes} crashes, ${report.refusals} refusals`
  if (report.faults.length === 0) return `seed ${report.seed}: passed (${counts})`
  const where = report.failedAt ?? 'at the final check'
  return [
    `seed ${report.seed}: FAILED ${where} (${counts})`,
    ...report.faults.map((fault) => `  - ${fault}`),
  ].join('\n')
}

await main()
