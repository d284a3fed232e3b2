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
 * The folder of the cluster that belongs to `dataDir`: `postgres` inside it. When we are root and PostgreSQL's user
 * cannot reach that (a checkout under `/root`), a folder outside takes its place, and a note in `dataDir` says which.
 * @throws PostgresError
 */
export function clusterFolder(dataDir: string, places: string[] = SHARED_FOLDERS): string {
  const user = postgresUser()
  const noteFile = join(dataDir, NOTE_FILE)
  const noted = existsSync(noteFile)
    ? Note.parse(JSON.parse(readFileSync(noteFile, 'utf8'))).folder
    : undefined
  if (noted !== undefined && existsSync(noted)) return noted

  const inside = join(dataDir, 'postgres')
  if (prepareFolder(inside, user)) return inside
  // A folder made for us alone may be walked through: what it keeps secret is closed file by file.
  if (isOurs(dataDir)) chmodSync(dataDir, 0o711)
  if (prepareFolder(inside, user)) return inside
  const elsewhere = createSharedFolder(user, places)
  if (isCluster(inside)) move(inside, elsewhere)
  else rmdirSync(inside)
  const why = `PostgreSQL does not run as root, and its user cannot reach ${dataDir}: the database is kept here.`
  writeFileSync(noteFile, `${JSON.stringify({ folder: elsewhere, why }, null, 2)}\n`)
  return elsewhere
}

const OWN_FILES = ['stack.json', 'settings.json', 'seed.json', 'demo.json', 'logs', 'simulator', 'postgres']

const isOurs = (dataDir: string): boolean =>
  readdirSync(dataDir).every((name) => OWN_FILES.includes(name) || name.startsWith('inbox-'))

const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

function createSharedFolder(user: RunAs, places: string[]): string {
  for (const place of places) {
    const folder = join(place, systemIds.bytes(6).toString('hex'), 'postgres')
    try {
      if (prepareFolder(folder, user)) return folder
      rmSync(dirname(folder), { recursive: true, force: true })
    } catch {
      // This place cannot be written; the next one may.
    }
  }
  throw new PostgresError('unreachable_folder', `PostgreSQL's user cannot reach ${places.join(' nor ')}.`)
}

/** With `mv`, which keeps who owns the files, also from one disk to another. */
function move(from: string, to: string): void {
  rmdirSync(to)
  mkdirSync(dirname(to), { recursive: true })
  const { status, stderr } = spawnSync('mv', [from, to], { encoding: 'utf8' })
  if (status !== 0) throw new PostgresError('other', `The database could not be moved to ${to}: ${stderr}`)
}

/**
 * Deletes the note of a server that was killed, when its number now belongs to some other program: PostgreSQL alone
 * would take that program for a running server and refuse to start.
 */
export function deleteStalePidFile(folder: string): void {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!commandOf(pid).includes(folder)) rmSync(file, { force: true })
}
