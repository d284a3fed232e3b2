import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { systemClock } from '../src/kernel/clock.ts'
import { killWithParent } from './kill-with-parent.ts'
import type { Settings } from './settings.ts'

export interface StartChild {
  /** What people call it, in messages. */
  name: string
  /** The compiled program and its arguments; runs on the Node that runs us. */
  args: string[]
  env: Settings
  cwd: string
  /** Takes everything it prints. */
  logFile: string
  /** Aborted when the whole start is called off. */
  signal: AbortSignal
  /** Takes the errors among its log lines. */
  notice: (line: string) => void
}

export interface Child {
  name: string
  pid: number
  /** Settles with a sentence when it has ended, whoever ended it. */
  exited: Promise<string>
  /** Asks it to end; after `graceMs` it is ended by force. */
  stop(graceMs: number): Promise<void>
}

/** A program of ours did not come up, or ended when it should not; the message holds what it said. */
export class ChildError extends Error {
  override readonly name = 'ChildError'
}

const READY_TIMEOUT_MS = 60_000
const TAIL_LINES_MAX = 15
/** pino's numbers. */
const WARNING = 40
const ERROR = 50

/** Starts a program of ours and waits for its log line `"msg":"listening"`. */
export async function startChild(options: StartChild): Promise<Child> {
  const process = spawn(globalThis.process.execPath, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own: Ctrl-C in the terminal reaches it through us, in the right order.
    detached: true,
  })
  killWithParent(process, 'TERM')
  const tail: string[] = []
  const listening = readLines(process, options, tail)
  const exited = hasExited(process)
  const patience = new AbortController()
  const abortStart = (): void => {
    process.kill('SIGTERM')
  }
  options.signal.addEventListener('abort', abortStart)
  const first = await Promise.race([
    listening,
    exited,
    systemClock
      .sleep(READY_TIMEOUT_MS, patience.signal)
      .then(() => `was not ready in ${READY_TIMEOUT_MS / 1000} s`),
  ])
  patience.abort()
  options.signal.removeEventListener('abort', abortStart)
  if (first !== undefined || process.pid === undefined) {
    process.kill('SIGKILL')
    throw new ChildError(`The ${options.name} ${first}.\n${tail.join('\n')}`)
  }
  return {
    name: options.name,
    pid: process.pid,
    exited: exited.then((how) => `The ${options.name} ${how}.\n${tail.join('\n')}`),
    stop: (graceMs) => stop(process, graceMs),
  }
}

/** Settles when the program says that it listens. */
function readLines(child: ChildProcess, options: StartChild, tail: string[]): Promise<undefined> {
  const file = createWriteStream(options.logFile, { flags: 'a' })
  child.once('close', () => file.end())
  return new Promise((resolve) => {
    const take = (line: string): void => {
      file.write(`${line}\n`)
      const entry = parseLog(line)
      if (entry?.msg === 'listening') return resolve(undefined)
      if (entry && entry.level < WARNING) return
      tail.push(line)
      if (tail.length > TAIL_LINES_MAX) tail.shift()
      if (entry && entry.level >= ERROR) options.notice(`${options.name}: ${line}`)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', take)
    }
  })
}

/** The level and the message of a JSON log line, which deserves a look when it has no level; undefined for other text. */
export function parseLog(line: string): { level: number; msg: string } | undefined {
  if (!line.startsWith('{')) return undefined
  const level = Number(/"level":(\d+)/.exec(line)?.[1] ?? WARNING)
  return { level, msg: /"msg":"([^"]*)"/.exec(line)?.[1] ?? '' }
}

function hasExited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`did not start: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
    )
  })
}

async function stop(child: ChildProcess, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const patience = new AbortController()
  await Promise.race([closed, systemClock.sleep(graceMs, patience.signal)])
  patience.abort()
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await closed
  }
}
