import { join } from 'node:path'
import { readMigrations } from '../../migrations/run/read-migrations.ts'
import { findPaths } from '../paths.ts'
import { lintMigrations } from './lint-migrations.ts'

/** The migrations that are not checked, because they were released before the rules existed. */
const EXEMPT = ['0300-baseline', '0310-role-limits']

const plans = (await readMigrations()).filter(({ name }) => !EXEMPT.includes(name))
const squawk = join(findPaths('.').root, 'server/node_modules/squawk-cli/js/bin/squawk')
const faults = lintMigrations(plans, squawk)
for (const { migration, rule, message } of faults) process.stdout.write(`${migration}: ${rule}: ${message}\n`)
if (faults.length > 0)
  process.stdout.write(`${faults.length} faults. server/docs/migrations.md explains the rules.\n`)
process.exitCode = faults.length > 0 ? 1 : 0
