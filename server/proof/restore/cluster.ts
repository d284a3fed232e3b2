import { execFile } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, startDatabase, until, type Stack } from '../../bench/stack.ts'
import { clusterFolder } from '../../stack/cluster-folder.ts'
import { postgresUser, prepareFolder } from '../../stack/postgres-binaries.ts'
import { readSavedSettings } from '../../stack/settings.ts'

const run = promisify(execFile)

const ARCHIVED_WITHIN_MS = 60_000
const RECOVERED_WITHIN_MS = 120_000

/** Where a drill stores the archived WAL and the base backup. Both folders survive the loss of the cluster. */
export interface Archive {
  wal: string
  base: string
}

/**
 * Restarts PostgreSQL with WAL archiving to a folder. PostgreSQL archives an unfinished WAL segment after
 * `archiveTimeoutSeconds`, which is therefore the upper bound of the RPO.
 */
export async function startArchiving(stack: Stack, archiveTimeoutSeconds: number): Promise<Archive> {
  const archive = { wal: join(stack.dataDir, 'archived-wal'), base: join(stack.dataDir, 'base-backup') }
  prepareFolder(archive.wal, postgresUser())
  const target = `"${archive.wal}/%f"`
  configure(stack, {
    archive_mode: 'on',
    archive_command: `test ! -f ${target} && cp %p ${target}.part && mv ${target}.part ${target}`,
    archive_timeout: `${archiveTimeoutSeconds}s`,
  })
  await stack.postgres.stop()
  await startAgain(stack)
  return archive
}

/** Adds settings to the configuration file of the cluster. The added settings override earlier ones in the file. */
function configure(stack: Stack, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(clusterFolder(stack.dataDir), 'postgresql.conf'), lines.join(''))
}

async function startAgain(stack: Stack): Promise<void> {
  stack.postgres = await startDatabase(stack.dataDir, readSavedSettings(stack.dataDir), stack.postgres.port)
}

/** Copies the running cluster to the archive. */
export async function takeBaseBackup(stack: Stack, { base }: Archive): Promise<void> {
  await copyCluster(stack.postgres.superuserUrl, clusterFolder(stack.dataDir), base)
}

/** Copies the folder of a running cluster between `pg_backup_start` and `pg_backup_stop`, without its WAL. */
export async function copyCluster(superuserUrl: string, folder: string, base: string): Promise<void> {
  const session = await connect(superuserUrl)
  await session.query(`select pg_backup_start('drill', fast => true)`)
  await copyChanging(folder, base)
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await session.end()
  rmSync(join(base, 'postmaster.pid'), { force: true })
  for (const file of readdirSync(join(base, 'pg_wal')))
    rmSync(join(base, 'pg_wal', file), { recursive: true, force: true })
  await writeOwned(base, 'backup_label', rows[0]?.labelfile ?? '')
}

/**
 * Creates a file in the folder of a cluster. The file belongs to PostgreSQL's user, which must be able to delete it.
 */
export async function writeOwned(folder: string, name: string, content: string): Promise<void> {
  await run('cp', ['-a', join(folder, 'PG_VERSION'), join(folder, name)])
  writeFileSync(join(folder, name), content)
}

/**
 * Copies a folder whose files change. Ignores files that disappear meanwhile, because recovery restores them from the
 * WAL.
 */
async function copyChanging(from: string, to: string): Promise<void> {
  try {
    await run('cp', ['-a', from, to])
  } catch (error) {
    const lines = String(error instanceof Error ? Reflect.get(error, 'stderr') : error)
      .trim()
      .split('\n')
    if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error
  }
}

/** Returns the database's current time with PostgreSQL's precision. */
export async function databaseTime(stack: Stack): Promise<string> {
  const session = await connect(stack.postgres.superuserUrl)
  const { rows } = await session.query<{ at: string }>('select clock_timestamp()::text as at')
  await session.end()
  return rows[0]?.at ?? ''
}

/** Waits until PostgreSQL has archived all WAL that it has written before the call. */
export async function untilArchived(stack: Stack): Promise<void> {
  const session = await connect(stack.postgres.superuserUrl)
  const { rows } = await session.query<{ file: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as file',
  )
  await until('the archive of the WAL', ARCHIVED_WITHIN_MS, async () => {
    const archived = await session.query<{ done: boolean }>(
      'select last_archived_wal >= $1 as done from pg_stat_archiver',
      [rows[0]?.file],
    )
    return archived.rows[0]?.done === true
  })
  await session.end()
}

/** Kills PostgreSQL and deletes its folder, including WAL that is not archived. */
export async function destroyCluster(stack: Stack): Promise<void> {
  process.kill(stack.postgres.pid, 'SIGKILL')
  await stack.postgres.exited
  rmSync(clusterFolder(stack.dataDir), { recursive: true, force: true })
}

/** Copies the base backup into the folder of the destroyed cluster. */
export async function copyBaseBackup(stack: Stack, { base }: Archive): Promise<void> {
  await run('cp', ['-a', base, join(stack.dataDir, 'postgres')])
}

/**
 * Recovers the copied base backup with the archived WAL, up to `moment` or to the end of the archive. Resolves when the
 * database accepts writes.
 */
export async function recover(stack: Stack, { wal }: Archive, moment: string | undefined): Promise<void> {
  const target = moment === undefined ? {} : { recovery_target_time: moment }
  configure(stack, {
    restore_command: `cp "${wal}/%f" "%p"`,
    recovery_target_action: 'promote',
    ...target,
  })
  await writeOwned(clusterFolder(stack.dataDir), 'recovery.signal', '')
  await startAgain(stack)
  await until('the end of the recovery', RECOVERED_WITHIN_MS, async () => {
    const session = await connect(stack.postgres.superuserUrl)
    const { rows } = await session.query<{ ended: boolean }>('select not pg_is_in_recovery() as ended')
    await session.end()
    return rows[0]?.ended === true
  })
}

/** Returns the time of the last restored commit, from PostgreSQL's log. */
export function lastRestoredCommit(stack: Stack): Date {
  const log = readFileSync(join(stack.dataDir, 'logs', 'postgres.log'), 'utf8')
  const found = Array.from(log.matchAll(/last completed transaction was at log time (\S+) ([\d:.]+)/g)).at(-1)
  if (!found)
    throw new Error('restore-drill: postgres.log does not contain the time of the last restored commit')
  return new Date(`${found[1]}T${found[2]}Z`)
}

/** Returns the number of archived WAL files and the size of the base backup, in megabytes. */
export async function sizesOf({ wal, base }: Archive): Promise<{ walFiles: number; baseMegabytes: number }> {
  const { stdout } = await run('du', ['-sm', base])
  const walFiles = readdirSync(wal).filter((file) => /^[0-9A-F]{24}$/.test(file)).length
  return { walFiles, baseMegabytes: Number.parseInt(stdout, 10) }
}
