import { execFile } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildServer, checkOutCommit, type Run } from '../../bench/build-commit.ts'
import { MIGRATIONS } from '../../migrations/list.ts'
import { findPaths } from '../../stack/paths.ts'

const execute = promisify(execFile)

/** A compiled build of the service. */
export interface Build {
  name: string
  root: string
  /** Whether a process of this build answers 503 at `/readyz` before it stops. */
  announcesStop: boolean
}

const buildIn = (name: string, root: string): Build => ({
  name,
  root,
  announcesStop: readFileSync(join(root, 'server/src/kernel/settings/config.ts'), 'utf8').includes(
    'DRAIN_DELAY_MS',
  ),
})

/** Returns the build of this checkout. */
export const currentBuild = (): Build => buildIn('this build', findPaths('.').root)

const runQuietly: Run = async (command, args, cwd) => {
  await execute(command, args, { cwd, env: { ...process.env, CI: 'true' } })
}

/** Builds a commit of this repository in `folder`. */
export async function buildOlder(commit: string, folder: string): Promise<Build> {
  const { root } = findPaths('.')
  const base = join(folder, 'older')
  await checkOutCommit(runQuietly, { root, base, commit })
  await buildServer(runQuietly, { root, base })
  chmodSync(base, 0o755)
  return buildIn(`commit ${commit}`, base)
}

/** Returns the parent of the commit that added the newest migration. */
export async function commitBeforeNewestMigration(): Promise<string> {
  const { root } = findPaths('.')
  const file = `server/migrations/${MIGRATIONS.at(-1)?.name}.ts`
  const { stdout } = await execute('git', ['log', '--diff-filter=A', '-1', '--format=%h', '--', file], {
    cwd: root,
  })
  if (stdout.trim() === '')
    throw new Error(`no commit adds the migration ${file}: commit it, or name a commit with --from`)
  return `${stdout.trim()}^`
}

/** Runs a command with a build's command line for operators. Returns its standard output. */
export async function runCli(
  build: Build,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const program = join(build.root, 'server/dist/src/cli.js')
  const { stdout, stderr } = await execute(process.execPath, [program, ...args], { env })
  return stderr + stdout
}
