import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPaths } from '../paths.ts'

/** Exits with 1 when `schema.graphql` differs from the schema of the resolvers. The check does not change the file. */
const { root, program } = findPaths('.data')
const file = join(root, 'server', 'schema.graphql')

const committed = readFileSync(file, 'utf8')
execFileSync(process.execPath, [program('src/cli/print-schema.js')], { stdio: 'inherit' })
const current = readFileSync(file, 'utf8')
if (current !== committed) {
  writeFileSync(file, committed)
  process.stderr.write('server/schema.graphql is stale: run npx pnpm build, then npx pnpm schema\n')
  process.exitCode = 1
}
