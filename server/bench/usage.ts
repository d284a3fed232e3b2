import { readdirSync, readFileSync } from 'node:fs'
import type { Site } from './site.ts'
import type { Cost } from './table.ts'

const TICKS_PER_SECOND = 100

/**
 * Runs `work` and measures what each process of the stack spent on one of the things that it did. Processor time
 * depends far less on other programs than rates do. Zeros where there is no `/proc`.
 */
export async function withCost<T extends { count: number }>(
  site: Site,
  work: () => Promise<T>,
): Promise<T & { cost: Cost }> {
  const before = { own: secondsByProcess(site), machine: machineSeconds() }
  const done = await work()
  const after = { own: secondsByProcess(site), machine: machineSeconds() }
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
      memoryMib: memoryOf(site),
      othersPercent: all === 0 ? 0 : Math.max(0, ((busy - own) / all) * 100),
    },
  }
}

function secondsByProcess({ stack, servers }: Site): Record<string, number> {
  const { user, system } = process.cpuUsage()
  return {
    postgres: withDescendants(stack.postgres.pid).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    ...Object.fromEntries(servers.map(({ name, pid }) => [name, cpuSecondsOf(pid)])),
    simulator: cpuSecondsOf(stack.simulator.pid),
    bench: (user + system) / 1e6,
  }
}

/** Processor time since the start, in user and system mode, with that of children that have ended. */
export function cpuSecondsOf(pid: number): number {
  const ticks = statOf(pid).slice(11, 15)
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Resident memory, shared pages divided among the processes that share them. */
export function memoryMibOf(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) ?? read(`/proc/${pid}/status`) ?? ''
  return Number(/^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

function memoryOf({ stack, servers }: Site): Record<string, number> {
  const postgres = withDescendants(stack.postgres.pid).reduce((sum, pid) => sum + memoryMibOf(pid), 0)
  const all = [
    { name: 'postgres', mib: postgres },
    ...servers.map(({ name, pid }) => ({ name, mib: memoryMibOf(pid) })),
  ]
  return Object.fromEntries(all.map(({ name, mib }) => [name, Math.round(mib)]))
}

/** The fields of `/proc/PID/stat` from the state on; none once the process has ended. */
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

/** Seconds of all processors together: busy (steal included), and all. */
function machineSeconds(): { busy: number; all: number } {
  const [, ...fields] = (read('/proc/stat') ?? '').split('\n')[0]?.split(/\s+/) ?? []
  // user, nice, system, idle, iowait, irq, softirq, steal; the guest's time is part of user already.
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
