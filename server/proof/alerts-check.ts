import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findPaths } from '../stack/paths.ts'

const CHECKS = [
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]

/**
 * `pnpm alerts-check`: checks the configuration of Prometheus and the alert rules in `ops/prometheus` with promtool, and
 * runs the tests of the rules. Exits with 1 when promtool is missing or reports a fault.
 */
function main(): number {
  const cwd = join(findPaths('.').root, 'ops', 'prometheus')
  for (const args of CHECKS) {
    const { error, status } = spawnSync('promtool', args, { cwd, stdio: 'inherit' })
    if (error) {
      process.stderr.write(
        'promtool cannot be started. Install it with Prometheus, on Debian: apt-get install prometheus\n',
      )
      return 1
    }
    if (status !== 0) return 1
  }
  return 0
}

process.exitCode = main()
