import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { systemClock } from '../src/kernel/clock.ts'
import { killWithParent } from '../stack/kill-with-parent.ts'

/** A running process of the stack. */
export interface Program {
  name: string
  pid: number
  child: ChildProcess
  /** Sends SIGTERM and waits for the exit; sends SIGKILL after 15 s. */
  stop(): Promise<void>
}

export interface StartProgram {
  name: string
  /** Arguments of Node: flags, the compiled program, the arguments of the program. */
  args: string[]
  env: Record<string, string>
  /** Receives all output directly, so that no other process spends time on it. */
  logFile: string
  /** The log message that the program writes when it is ready. */
  readyMessage: string
}

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50
const STOP_TIMEOUT_MS = 15_000

/** Starts a compiled program with this Node. It ends with this process. @throws Error when it is not ready in 60 s. */
export async function startProgram(options: StartProgram): Promise<Program> {
  const { name, args, env, logFile } = options
  const file = openSync(logFile, 'w')
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', file, file] })
  closeSync(file)
  killWithParent(child, 'TERM')
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`bench: the ${name} did not start`)
  await untilReady(child, options)
  return {
    name,
    pid,
    child,
    async stop() {
      child.kill('SIGTERM')
      const timeout = new AbortController()
      await Promise.race([exited, systemClock.sleep(STOP_TIMEOUT_MS, timeout.signal)])
      timeout.abort()
      child.kill('SIGKILL')
    },
  }
}

async function untilReady(child: ChildProcess, { name, logFile, readyMessage }: StartProgram): Promise<void> {
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    const output = readFileSync(logFile, 'utf8')
    if (output.includes(`"msg":"${readyMessage}"`)) return
    if (child.exitCode !== null)
      throw new Error(`bench: the ${name} exited before it was ready.\n${output.slice(-2_000)}`)
    await systemClock.sleep(POLL_MS)
  }
  throw new Error(`bench: the ${name} was not ready in ${READY_TIMEOUT_MS / 1000} s`)
}
