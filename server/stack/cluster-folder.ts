import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { systemIds } from '../src/kernel/ids.ts'
import { prepareFolder, postgresUser, SHARED_FOLDERS, type RunAs } from './postgres-binaries.ts'
import { PostgresError } from './postgres-process.ts'
import { commandOf } from './processes.ts'

const Note = z.object({ folder: z.string() })
const NOTE_FILE = 'postgres-is-elsewhere.json'

/**
 * Returns the folder of the database cluster of `dataDir`: normally its subfolder `postgres`. If this process is root
 * and PostgreSQL's user cannot reach this subfolder (in a checkout under `/root`), the cluster is in another folder,
 * whose path is in NOTE_FILE.
 * @throws PostgresError
 */
export function clusterFolder(dataDir: string, folders: string[] = SHARED_FOLDERS): string {
  const user = postgresUser()
  const noteFile = join(dataDir, NOTE_FILE)
  const recorded = existsSync(noteFile)
    ? Note.parse(JSON.parse(readFileSync(noteFile, 'utf8'))).folder
    : undefined
  if (recorded !== undefined && existsSync(recorded)) return recorded

  const inside = join(dataDir, 'postgres')
  if (prepareFolder(inside, user)) return inside
  // Each file of the stack has its own access rights. So other users may traverse a data folder that contains only such
  // files.
  if (hasOnlyOwnFiles(dataDir)) chmodSync(dataDir, 0o711)
  if (prepareFolder(inside, user)) return inside
  const shared = createSharedFolder(user, folders)
  if (isCluster(inside)) move(inside, shared)
  else rmdirSync(inside)
  const why = `PostgreSQL does not run as root, and its user cannot reach ${dataDir}: the database is in this folder.`
  writeFileSync(noteFile, `${JSON.stringify({ folder: shared, why }, null, 2)}\n`)
  return shared
}

const OWN_FILES = ['stack.json', 'settings.json', 'seed.json', 'demo.json', 'logs', 'simulator', 'postgres']

const hasOnlyOwnFiles = (dataDir: string): boolean =>
  readdirSync(dataDir).every((name) => OWN_FILES.includes(name) || name.startsWith('inbox-'))

const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

function createSharedFolder(user: RunAs, folders: string[]): string {
  for (const parent of folders) {
    const folder = join(parent, systemIds.bytes(6).toString('hex'), 'postgres')
    try {
      if (prepareFolder(folder, user)) return folder
      rmSync(dirname(folder), { recursive: true, force: true })
    } catch {
      // Try the next folder, because this one cannot be created.
    }
  }
  throw new PostgresError(
    'unreachable_folder',
    `PostgreSQL's user can reach none of ${folders.join(', ')}. Set DATA_DIR to a folder that other users can enter.`,
  )
}

/** Moves a folder with `mv`, which preserves the owner of the files even between file systems. */
function move(from: string, to: string): void {
  rmdirSync(to)
  mkdirSync(dirname(to), { recursive: true })
  const { status, stderr } = spawnSync('mv', [from, to], { encoding: 'utf8' })
  if (status !== 0) throw new PostgresError('other', `The database could not be moved to ${to}: ${stderr}`)
}

/**
 * Deletes the PID file of a killed server if another program now has its process id. Otherwise PostgreSQL would take
 * that program for a running server and refuse to start.
 */
export function deleteStalePidFile(folder: string): void {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!commandOf(pid).includes(folder)) rmSync(file, { force: true })
}
