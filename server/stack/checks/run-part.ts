import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { systemClock } from '../../src/kernel/clock.ts'
import { countTests, type Counts } from './count-tests.ts'
import type { Part } from './parts.ts'

export interface Result extends Counts {
  name: string
  seconds: number
  /** What it printed, when it was run quietly. */
  output: string
  isOk: boolean
}

/** How long a part that is told to end may take for it. */
const END_MS = 8_000

/**
 * Runs a part to its end, in a process group of its own of which nothing is left afterwards.
 * `quiet` keeps its output for the result; otherwise it goes to the terminal as it comes.
 */
export async function runPart(
  part: Part,
  { quiet, signal }: { quiet: boolean; signal: AbortSignal },
): Promise<Result> {
  const began = systemClock.now().getTime()
  const child = spawn(process.execPath, part.args, {
    cwd: part.cwd,
    env: { ...withOwnNode(), ...part.env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    detached: true,
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)))

  const limit = AbortSignal.timeout(part.limitMs)
  const stop = AbortSignal.any([signal, limit])
  const onStop = (): void => void end(child)
  stop.addEventListener('abort', onStop)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  stop.removeEventListener('abort', onStop)
  kill(child, 'SIGKILL')
  if (limit.aborted) output.push(`It was not done in ${part.limitMs / 1000} s.\n`)
  const isOk = code === 0
  const seconds = (systemClock.now().getTime() - began) / 1000
  const counts = countTests(part, isOk)
  return { name: part.name, seconds, output: output.join(''), isOk: isOk && counts.failed === 0, ...counts }
}

/** Tools that start `node` themselves find the project's own. */
function withOwnNode(): NodeJS.ProcessEnv {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return { ...process.env, PATH, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' }
}

async function end(child: ChildProcess): Promise<void> {
  kill(child, 'SIGTERM')
  await systemClock.sleep(END_MS)
  kill(child, 'SIGKILL')
}

/** To the whole group, of which nothing may be left. */
function kill({ pid }: ChildProcess, how: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, how)
  } catch {
    // Nobody is left, which is what is wanted.
  }
}
