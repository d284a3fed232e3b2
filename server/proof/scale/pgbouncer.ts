import { execFile, spawn } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { connect, until, type Stack } from '../../bench/stack.ts'
import { killWithParent } from '../../stack/kill-with-parent.ts'
import { findPaths } from '../../stack/paths.ts'
import { findFreePort } from '../../stack/ports.ts'

const READY_TIMEOUT_MS = 30_000
/** pgbouncer 1.21 and newer keep named statements in transaction mode. */
const VERSION_MIN = 1.21

/** The role that pgbouncer runs as, because it refuses to run as root. */
const UNPRIVILEGED = 'nobody'

/** A running pgbouncer in front of one database. */
export interface PgBouncer {
  version: string
  /** Returns the URL of the database through pgbouncer. */
  through(databaseUrl: string): string
  stop(): Promise<void>
}

/**
 * Starts pgbouncer in front of `database` with the settings of `ops/pgbouncer/pgbouncer.ini`, except for addresses and
 * paths. `program` is the path of pgbouncer.
 * @throws Error if pgbouncer is absent or too old.
 */
export async function startPgbouncer(stack: Stack, database: string, program: string): Promise<PgBouncer> {
  const version = await versionOf(program)
  const port = await findFreePort()
  const file = (name: string): string => join(stack.dataDir, name)
  const userlist = file('pgbouncer-userlist.txt')
  writeFileSync(userlist, await verifiersOf(stack), { mode: 0o644 })
  const config = file('pgbouncer.ini')
  writeFileSync(
    config,
    settingsWith({
      [database]: `host=127.0.0.1 port=${stack.postgres.port} dbname=${database}`,
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      logfile: '',
      pidfile: '',
      auth_file: userlist,
    }),
    { mode: 0o644 },
  )
  const logFile = join(stack.dataDir, 'logs', 'pgbouncer.log')
  const log = openSync(logFile, 'w')
  chmodSync(stack.dataDir, 0o711)
  const isRoot = process.getuid?.() === 0
  const child = spawn(program, [...(isRoot ? ['-u', UNPRIVILEGED] : []), config], {
    env: environment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  killWithParent(child, 'INT')
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const through = (url: string): string =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  await until('pgbouncer to answer', READY_TIMEOUT_MS, async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${readFileSync(logFile, 'utf8')}`)
    return answers(through(stack.postgres.applicationUrl(database)))
  })
  return {
    version,
    through,
    async stop() {
      child.kill('SIGINT')
      await exited
    },
  }
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { env: environment() }).catch(() => {
    throw new Error(
      `${program} does not run. Install pgbouncer ${VERSION_MIN} or newer (Debian 13: apt-get install pgbouncer), or name it with --pgbouncer`,
    )
  })
  const version = /(\d+)\.(\d+)\.\d+/.exec(stdout)
  if (!version || Number(version[1]) * 100 + Number(version[2]) < VERSION_MIN * 100)
    throw new Error(
      `pgbouncer ${version?.[0] ?? stdout} keeps no named statements: install ${VERSION_MIN} or newer`,
    )
  return version[0]
}

// Debian installs pgbouncer into /usr/sbin, which is not in the PATH of every user.
const environment = () => ({ PATH: [process.env['PATH'], '/usr/sbin'].join(delimiter) })

/** Returns `ops/pgbouncer/pgbouncer.ini` with other values. @throws Error if the file lacks one of the settings. */
function settingsWith(values: Record<string, string>): string {
  let text = readFileSync(join(findPaths('.').root, 'ops/pgbouncer/pgbouncer.ini'), 'utf8')
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name} =.*$`, 'm')
    if (!line.test(text)) throw new Error(`ops/pgbouncer/pgbouncer.ini has no setting ${name}`)
    text = text.replace(line, `${name} = ${value}`)
  }
  return text
}

/** Returns the content of the file with the roles' password verifiers, in the form that the documentation describes. */
async function verifiersOf({ postgres }: Stack): Promise<string> {
  const client = await connect(postgres.superuserUrl)
  try {
    const { rows } = await client.query<{ line: string }>(
      `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname in ('pix_app', 'pix_console')`,
    )
    return rows.map(({ line }) => `${line}\n`).join('')
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}
