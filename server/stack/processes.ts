import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { systemClock } from '../src/kernel/clock.ts'

/**
 * The identity of a process. The process id is not enough, because the system may reuse it after the process ends.
 */
export interface ProcessIdentity {
  name: string
  pid: number
  /** The start time of the process, in the format of the operating system. */
  started: string
}

const POLL_MS = 50

/** Returns the identity of a running process; undefined when no process has this id. */
export function identifyProcess(name: string, pid: number): ProcessIdentity | undefined {
  const started = startOf(pid)
  return started === undefined ? undefined : { name, pid, started }
}

/** Returns whether the process is still running. A zombie process counts as ended. */
export const isRunning = (known: ProcessIdentity): boolean => startOf(known.pid) === known.started

function startOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
    const [, state, started] = /^(\S+)\s+(.+)$/.exec(stdout?.trim() ?? '') ?? []
    return state === undefined || state.startsWith('Z') ? undefined : started
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces, so count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** Returns the command line of a process; an empty text when the process does not exist or is not visible. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  } catch {
    return ''
  }
}

/** Sends `signal` to a process and waits up to `graceMs` for its end, then sends SIGKILL. */
export async function terminate(
  known: ProcessIdentity,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  for (const [how, waitMs] of [[signal, graceMs] as const, ['SIGKILL', graceMs] as const]) {
    if (!isRunning(known)) return
    process.kill(known.pid, how)
    for (let waited = 0; waited < waitMs && isRunning(known); waited += POLL_MS)
      await systemClock.sleep(POLL_MS)
  }
}
