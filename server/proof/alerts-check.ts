import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findPaths } from '../stack/paths.ts'

const CHECKS = [
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]

/**
 * The value that replaces Grafana's variable `$__rate_interval` in queries. Grafana itself uses four times the scrape
 * interval.
 */
const RATE_INTERVAL = '1m'

const OPS = join(findPaths('.').root, 'ops')

/**
 * `pnpm alerts-check`: checks the configuration of Prometheus and the alert rules in `ops/prometheus` with promtool,
 * and runs the tests of the rules. `--prometheus URL` names a Prometheus that scrapes the service. The command then
 * also runs every query of the dashboard, and prints the queries without data. Exits with 1 when promtool is missing,
 * or when a check, a test or a query fails.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { prometheus: { type: 'string' } } })
  if (!rulesAreSound()) return 1
  return values.prometheus === undefined || (await runDashboard(values.prometheus)) ? 0 : 1
}

function rulesAreSound(): boolean {
  for (const args of CHECKS) {
    const { error, status } = spawnSync('promtool', args, { cwd: join(OPS, 'prometheus'), stdio: 'inherit' })
    if (error)
      process.stderr.write(
        'promtool cannot be started. Install it with Prometheus, on Debian: apt-get install prometheus\n',
      )
    if (error || status !== 0) return false
  }
  return true
}

const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})
const Answer = z.union([
  z.object({ status: z.literal('success'), data: z.object({ result: z.array(z.unknown()) }) }),
  z.object({ status: z.literal('error'), error: z.string() }),
])

/** Runs every query of the dashboard. Returns whether Prometheus accepted all queries. */
async function runDashboard(prometheus: string): Promise<boolean> {
  const { panels } = Dashboard.parse(
    JSON.parse(readFileSync(join(OPS, 'grafana', 'pix-charge-service.json'), 'utf8')),
  )
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
  let withData = 0
  let faults = 0
  for (const { title, expr } of queries) {
    const url = new URL('/api/v1/query', prometheus)
    url.searchParams.set('query', expr.replaceAll('$__rate_interval', RATE_INTERVAL))
    const answer = Answer.parse(await (await fetch(url)).json())
    if (answer.status === 'error') {
      faults += 1
      process.stdout.write(`ERROR    ${title}: ${answer.error}\n`)
    } else if (answer.data.result.length > 0) withData += 1
    else process.stdout.write(`no data  ${title}: ${expr}\n`)
  }
  process.stdout.write(
    `${queries.length} queries of the dashboard: ${withData} with data, ${faults} errors.\n`,
  )
  return faults === 0
}

process.exitCode = await main()
