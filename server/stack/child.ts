import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { systemClock } from '../src/kernel/clock.ts'
import { killWithParent } from './kill-with-parent.ts'
import type { Settings } from './settings.ts'

export interface StartChild {
  /** The name of the child in messages. */
  name: string
  /** The compiled program and its arguments. The program runs on the same Node as this process. */
  args: string[]
  env: Settings
  cwd: string
  /** File to which the output of the child is appended. */
  logFile: string
  /** This signal is aborted when the start of the stack is aborted. */
  signal: AbortSignal
  /** Called with each log line of the child at level error or above. */
  onError: (line: string) => void
}

export interface Child {
  name: string
  pid: number
  /**
   * Resolves when the process has ended for any reason. The text says how the process ended, names the log file, and
   * contains the last lines of output.
   */
  exited: Promise<string>
  /** Sends SIGTERM. Sends SIGKILL when the process has not ended after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

/** Thrown when a child process does not start or ends unexpectedly. The message contains the child's last output. */
export class ChildError extends Error {
  override readonly name = 'ChildError'
}

const READY_TIMEOUT_MS = 60_000
const TAIL_LINES_MAX = 15
/** Log levels of pino. */
const WARNING = 40
const ERROR = 50

/** Starts a child process and waits for its log line `"msg":"listening"`. @throws ChildError */
export async function startChild(options: StartChild): Promise<Child> {
  const process = spawn(globalThis.process.execPath, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The child gets its own process group, so that Ctrl-C reaches only this process, which stops the children in
    // order.
    detached: true,
  })
  killWithParent(process, 'TERM')
  const tail: string[] = []
  const listening = readLines(process, options, tail)
  const exited = hasExited(process)
  const timer = new AbortController()
  const abortStart = (): void => {
    process.kill('SIGTERM')
  }
  options.signal.addEventListener('abort', abortStart)
  const first = await Promise.race([
    listening,
    exited,
    systemClock
      .sleep(READY_TIMEOUT_MS, timer.signal)
      .then(() => `was not ready within ${READY_TIMEOUT_MS / 1000} s`),
  ])
  timer.abort()
  options.signal.removeEventListener('abort', abortStart)
  if (first !== undefined || process.pid === undefined) {
    process.kill('SIGKILL')
    throw new ChildError(`The ${options.name} ${first}.\n${tail.join('\n')}`)
  }
  return {
    name: options.name,
    pid: process.pid,
    exited: exited.then((how) =>
      [`The ${options.name} ${how}. Its log: ${options.logFile}`, ...tail].join('\n'),
    ),
    stop: (graceMs) => stop(process, graceMs),
  }
}

/** Copies the output of the child to its log file. Resolves once the child logs that it is listening. */
function readLines(child: ChildProcess, options: StartChild, tail: string[]): Promise<undefined> {
  // Open the file now, because a stream that opens its file itself may do so only after a short-lived child has ended.
  const file = createWriteStream(options.logFile, { fd: openSync(options.logFile, 'a') })
  child.once('close', () => file.end())
  return new Promise((resolve) => {
    const onLine = (line: string): void => {
      file.write(`${line}\n`)
      tail.push(line)
      if (tail.length > TAIL_LINES_MAX) tail.shift()
      const entry = parseLog(line)
      if (entry?.msg === 'listening') resolve(undefined)
      if (entry && entry.level >= ERROR) options.onError(`${options.name}: ${line}`)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', onLine)
    }
  })
}

/** Parses a JSON log line; undefined for other text. A line without a level counts as a warning. */
export function parseLog(line: string): { level: number; msg: string } | undefined {
  if (!line.startsWith('{')) return undefined
  const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? WARNING)
  return { level, msg: /"msg":"([^"]*)"/.exec(line)?.[1] ?? '' }
}

function hasExited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`did not start: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(signal ? `was killed by ${signal}` : `ended with code ${code}`),
    )
  })
}

async function stop(child: ChildProcess, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = new AbortController()
  await Promise.race([closed, systemClock.sleep(graceMs, timer.signal)])
  timer.abort()
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await closed
  }
}
