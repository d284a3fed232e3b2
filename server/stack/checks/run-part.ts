import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { systemClock } from '../../src/kernel/clock.ts'
import { countTests, type Counts } from './count-tests.ts'
import type { Part } from './parts.ts'

export interface Result extends Counts {
  name: string
  seconds: number
  /** The last output of the part. */
  output: string
  isOk: boolean
}

/** How long a part may take to end after SIGTERM. */
const GRACE_MS = 8_000

/** The length of the output that a result keeps, in characters. */
const OUTPUT_MAX = 100_000

/**
 * Runs a part in its own process group. After the part has ended, kills the remaining processes of the group. Without
 * `quiet`, the terminal shows the part's output immediately.
 */
export async function runPart(
  part: Part,
  { quiet, signal }: { quiet: boolean; signal: AbortSignal },
): Promise<Result> {
  const startedMs = systemClock.now().getTime()
  const child = spawn(process.execPath, part.args, {
    cwd: part.cwd,
    env: { ...envWithProjectNode(), ...part.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const onOutput = (text: string): void => {
    output = (output + text).slice(-OUTPUT_MAX)
    if (!quiet) process.stdout.write(text)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput)

  const limit = AbortSignal.timeout(part.limitMs)
  const stop = AbortSignal.any([signal, limit])
  const onStop = (): void => void terminate(child)
  stop.addEventListener('abort', onStop)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  stop.removeEventListener('abort', onStop)
  kill(child, 'SIGKILL')
  if (limit.aborted) output += `The part did not terminate within ${part.limitMs / 1000} s.\n`
  const isOk = code === 0
  const seconds = (systemClock.now().getTime() - startedMs) / 1000
  const counts = countTests(part, isOk, output)
  return { name: part.name, seconds, output, isOk: isOk && counts.failed === 0, ...counts }
}

/** Returns the environment with the project's Node first in PATH, for tools that start `node`. */
function envWithProjectNode(): NodeJS.ProcessEnv {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return { ...process.env, PATH, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }
}

async function terminate(child: ChildProcess): Promise<void> {
  kill(child, 'SIGTERM')
  await systemClock.sleep(GRACE_MS)
  kill(child, 'SIGKILL')
}

/** Sends a signal to the whole process group. */
function kill({ pid }: ChildProcess, how: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, how)
  } catch {
    // The group has no process left, so there is nothing to signal.
  }
}
