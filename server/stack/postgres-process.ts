import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { systemClock } from '../src/kernel/clock.ts'
import { killWithParent } from './kill-with-parent.ts'
import type { Binaries, RunAs } from './postgres-binaries.ts'

export interface PostgresProcess {
  pid: number
  exited: Promise<void>
  stop(): Promise<void>
}

interface Launch {
  dataDir: string
  port: number
  user: RunAs
  ephemeral?: boolean
  /** Further settings of PostgreSQL, by name. */
  settings?: Readonly<Record<string, string>>
  log?: (line: string) => void
}

/** Thrown when PostgreSQL does not start. `reason` is the cause, for callers that can react to it. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
  readonly reason: 'port_in_use' | 'already_running' | 'unreachable_folder' | 'other'

  constructor(reason: PostgresError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5_000
const TAIL_LINES_MAX = 20
/** Matches the log line of a server that is ready. A standby accepts only read-only connections. */
const IS_READY = /database system is ready to accept (read-only )?connections/

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_checkpoints: 'off',
}

/** Starts the server on the cluster in `dataDir` and waits until it accepts connections. @throws PostgresError */
export async function launch(binaries: Binaries, options: Launch): Promise<PostgresProcess> {
  const { dataDir, port, user, ephemeral = false, settings = {} } = options
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(binaries.postgres, ['-D', dataDir, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // PostgreSQL gets its own process group. So Ctrl-C reaches only this process, which stops the server before the
    // database.
    detached: true,
  })
  killWithParent(child, ephemeral ? 'QUIT' : 'INT', ephemeral ? dataDir : undefined)
  await untilReady(child, options)
  if (child.pid === undefined)
    throw new PostgresError('other', 'PostgreSQL did not start: it has no process id')
  return {
    pid: child.pid,
    exited: hasExited(child),
    async stop() {
      await terminate(child, ephemeral ? 'SIGQUIT' : 'SIGINT')
      if (ephemeral) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function untilReady(child: ChildProcess, { dataDir, port, log }: Launch): Promise<void> {
  const tail: string[] = []
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new PostgresError('other', `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s`))
    }, START_TIMEOUT_MS)
    const fail = (error: PostgresError): void => {
      clearTimeout(timer)
      reject(error)
    }
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        log?.(line)
        tail.push(line)
        if (tail.length > TAIL_LINES_MAX) tail.shift()
        if (!IS_READY.test(line)) return
        clearTimeout(timer)
        resolve()
      })
    }
    child.once('error', (error) =>
      fail(new PostgresError('other', `PostgreSQL did not start: ${error.message}`)),
    )
    child.once('close', () => fail(startError(tail.join('\n'), { dataDir, port })))
  })
}

function startError(output: string, { dataDir, port }: { dataDir: string; port: number }): PostgresError {
  if (/could not bind|could not create any TCP\/IP sockets/.test(output)) {
    return new PostgresError(
      'port_in_use',
      `Another program uses port ${port}, which PostgreSQL needs. Stop that program, or set EMBEDDED_PG_PORT.`,
    )
  }
  if (/lock file .* already exists|pre-existing shared memory block/.test(output)) {
    return new PostgresError(
      'already_running',
      `Another PostgreSQL server uses ${dataDir}. Stop that server, or set another DATA_DIR.`,
    )
  }
  return new PostgresError('other', `PostgreSQL ended during its start. Its output:\n${output}`)
}

function hasExited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
  })
}

async function terminate(child: ChildProcess, first: NodeJS.Signals): Promise<void> {
  const exited = hasExited(child)
  for (const signal of [first, 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([exited, systemClock.sleep(STOP_TIMEOUT_MS, timer.signal)])
    timer.abort()
    if (child.exitCode !== null || child.signalCode !== null) return
  }
}
