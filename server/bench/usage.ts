import { readdirSync, readFileSync } from 'node:fs'
import type { Deployment } from './deployment.ts'
import type { Cost } from './table.ts'

const TICKS_PER_SECOND = 100

/**
 * Runs `work` and measures the processor time that each process of the stack spent per operation. Processor time
 * depends far less on other programs than rates do. Returns zeros without `/proc`.
 */
export async function measureCost<T extends { count: number }>(
  deployment: Deployment,
  work: () => Promise<T>,
): Promise<T & { cost: Cost }> {
  const before = { own: secondsByProcess(deployment), machine: machineSeconds() }
  const done = await work()
  const after = { own: secondsByProcess(deployment), machine: machineSeconds() }
  const spent = Object.entries(after.own).map(
    ([name, seconds]) => [name, seconds - (before.own[name] ?? 0)] as const,
  )
  const own = spent.reduce((sum, [, seconds]) => sum + seconds, 0)
  const busy = after.machine.busy - before.machine.busy
  const all = after.machine.all - before.machine.all
  return {
    ...done,
    cost: {
      microsEach: Object.fromEntries(
        spent.map(([name, seconds]) => [name, Math.round((seconds * 1e6) / Math.max(1, done.count))]),
      ),
      memoryMib: memoryOf(deployment),
      othersPercent: all === 0 ? 0 : Math.max(0, ((busy - own) / all) * 100),
    },
  }
}

function secondsByProcess({ stack, servers }: Deployment): Record<string, number> {
  const { user, system } = process.cpuUsage()
  return {
    postgres: withDescendants(stack.postgres.pid).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    ...Object.fromEntries(servers.map(({ name, pid }) => [name, cpuSecondsOf(pid)])),
    simulator: cpuSecondsOf(stack.simulator.pid),
    bench: (user + system) / 1e6,
  }
}

/** Returns the processor time of a process in seconds, in user and system mode, including that of ended children. */
export function cpuSecondsOf(pid: number): number {
  const ticks = statOf(pid).slice(11, 15)
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Returns the resident memory in MiB. Shared pages are divided among the processes that share them. */
export function memoryMibOf(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) ?? read(`/proc/${pid}/status`) ?? ''
  return Number(/^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

function memoryOf({ stack, servers }: Deployment): Record<string, number> {
  const postgres = withDescendants(stack.postgres.pid).reduce((sum, pid) => sum + memoryMibOf(pid), 0)
  const all = [
    { name: 'postgres', mib: postgres },
    ...servers.map(({ name, pid }) => ({ name, mib: memoryMibOf(pid) })),
  ]
  return Object.fromEntries(all.map(({ name, mib }) => [name, Math.round(mib)]))
}

/** Returns the fields of `/proc/PID/stat` from the state on; none after the process has ended. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function withDescendants(root: number): number[] {
  const found = [root]
  const processes = (list('/proc') ?? []).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(processes.map((pid) => [pid, Number(statOf(pid)[1])]))
  for (const parent of found) {
    for (const [pid, of] of parents) if (of === parent) found.push(pid)
  }
  return found
}

/** Returns the seconds of all processors together: busy (including steal), and in total. */
function machineSeconds(): { busy: number; all: number } {
  const [, ...fields] = (read('/proc/stat') ?? '').split('\n')[0]?.split(/\s+/) ?? []
  // user, nice, system, idle, iowait, irq, softirq, steal. Guest time is already part of user.
  const ticks = fields.slice(0, 8).map(Number)
  const all = ticks.reduce((sum, one) => sum + one, 0)
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0)
  return { busy: (all - idle) / TICKS_PER_SECOND, all: all / TICKS_PER_SECOND }
}

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}
const read = (file: string): string | undefined => attempt(() => readFileSync(file, 'utf8'))
const list = (folder: string): string[] | undefined => attempt(() => readdirSync(folder))
