import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { systemClock } from '../src/kernel/clock.ts'
import { guard } from '../stack/guard.ts'

/** A process of the stack under measurement. */
export interface Program {
  name: string
  pid: number
  child: ChildProcess
  /** Asks it to end and waits for that. */
  stop(): Promise<void>
}

export interface StartProgram {
  name: string
  /** For Node: flags, the compiled program, its arguments. */
  args: string[]
  env: Record<string, string>
  /** Everything it prints goes there directly, so that nobody's time is spent on reading it. */
  logFile: string
  /** A log message that says it is ready; absent: ready at once. */
  readyMessage?: string
  /** Whether it speaks with us by messages. */
  ipc?: boolean
}

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 50
const PATIENCE_MS = 15_000

/** Starts a compiled program of ours on this Node; it does not outlive us. @throws when it does not come up. */
export async function startProgram(options: StartProgram): Promise<Program> {
  const { name, args, env, logFile, readyMessage, ipc = false } = options
  const file = openSync(logFile, 'w')
  const child = spawn(process.execPath, args, {
    env,
    stdio: ipc ? ['ignore', file, file, 'ipc'] : ['ignore', file, file],
  })
  closeSync(file)
  guard(child, 'TERM')
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`bench: the ${name} did not start`)
  if (readyMessage !== undefined) await untilReady(child, options)
  return {
    name,
    pid,
    child,
    async stop() {
      child.kill('SIGTERM')
      const patience = new AbortController()
      await Promise.race([exited, systemClock.sleep(PATIENCE_MS, patience.signal)])
      patience.abort()
      child.kill('SIGKILL')
    },
  }
}

async function untilReady(child: ChildProcess, { name, logFile, readyMessage }: StartProgram): Promise<void> {
  for (let waited = 0; waited < READY_TIMEOUT_MS; waited += POLL_MS) {
    const said = readFileSync(logFile, 'utf8')
    if (said.includes(`"msg":"${readyMessage}"`)) return
    if (child.exitCode !== null) throw new Error(`bench: the ${name} ended.\n${said.slice(-2_000)}`)
    await systemClock.sleep(POLL_MS)
  }
  throw new Error(`bench: the ${name} was not ready in ${READY_TIMEOUT_MS / 1000} s`)
}
