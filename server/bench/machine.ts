import { execFileSync } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Deployment } from './deployment.ts'
import { statsOf } from './load/closed-loop.ts'
import type { Cost } from './table.ts'

const PAGE_BYTES = 8_192
const WRITES = 200
const TICKS_PER_SECOND = 100

/**
 * Describes the machine and measures the disk of `dataDir`: how long fdatasync of 8 KiB takes. Takes about a second. A
 * load average above `cores` before the first case shows that other programs use the machine.
 */
export function inspectMachine(dataDir: string) {
  const loadAtStart = loadAverage()
  const { p50Ms, p99Ms } = measureFdatasync(join(dataDir, 'fdatasync-probe'))
  return {
    commit: commitOf(),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryMib: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    fdatasyncP50Ms: p50Ms,
    fdatasyncP99Ms: p99Ms,
    loadAtStart,
  }
}

/** Returns the load average of the last minute. */
export const loadAverage = (): number => loadavg()[0] ?? 0

/** Measures the disk work of a PostgreSQL commit: append a page, then wait until it is on disk. */
function measureFdatasync(file: string) {
  const probe = openSync(file, 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times = Array.from({ length: WRITES }, () => {
    const startedMs = performance.now()
    writeSync(probe, page)
    fdatasyncSync(probe)
    return performance.now() - startedMs
  })
  closeSync(probe)
  rmSync(file)
  return statsOf(times, 1)
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', import.meta.dirname, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()

/**
 * Returns the commit of the checkout, with `+` if the checkout has uncommitted changes. Returns `unknown` outside a
 * repository.
 */
function commitOf(): string {
  const commit = attempt(() => git('rev-parse', '--short=12', 'HEAD'))
  return commit === undefined ? 'unknown' : `${commit}${git('status', '--porcelain') === '' ? '' : '+'}`
}

/**
 * Runs `work` and measures the processor time that each process of the stack spent per operation. Other programs affect
 * processor time far less than rates. Returns zeros without `/proc`.
 */
export async function measureCost<T extends { count: number }>(
  deployment: Deployment,
  work: () => Promise<T>,
): Promise<T & { cost: Cost }> {
  const [before, machineBefore] = [secondsByProcess(deployment), machineSeconds()]
  const done = await work()
  const [after, machine] = [secondsByProcess(deployment), machineSeconds()]
  const spent = mapValues(after, (seconds, name) => seconds - (before[name] ?? 0))
  const own = Object.values(spent).reduce((sum, seconds) => sum + seconds, 0)
  const [busy, all] = [machine.busy - machineBefore.busy, machine.all - machineBefore.all]
  const cost = {
    microsEach: mapValues(spent, (seconds) => Math.round((seconds * 1e6) / Math.max(1, done.count))),
    othersPercent: all === 0 ? 0 : Math.max(0, ((busy - own) / all) * 100),
  }
  return { ...done, cost }
}

const mapValues = <A, B>(given: Record<string, A>, map: (value: A, name: string) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value, name)]))

const sumOf = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0)

/** Returns the process ids of PostgreSQL with its backends, of the servers, and of the simulator. */
function pidsOf({ stack, servers }: Deployment): Record<string, number[]> {
  const own = Array.from(servers, ([role, { pid }]) => [role, [pid]] as const)
  return {
    postgres: processTree(stack.postgres.pid),
    ...Object.fromEntries(own),
    simulator: [stack.simulator.pid],
  }
}

/** Returns the ids of a process and of all its descendants. Without `/proc`, returns only `root`. */
export function processTree(root: number): number[] {
  const pids = [root]
  const processes = (attempt(() => readdirSync('/proc')) ?? []).map(Number).filter(Number.isInteger)
  const parents = new Map(processes.map((pid) => [pid, Number(statOf(pid)[1])]))
  for (const parent of pids) for (const [pid, of] of parents) if (of === parent) pids.push(pid)
  return pids
}

function secondsByProcess(deployment: Deployment): Record<string, number> {
  const { user, system } = process.cpuUsage()
  const others = mapValues(pidsOf(deployment), (pids) => sumOf(pids, cpuSecondsOf))
  return { ...others, bench: (user + system) / 1e6 }
}

/** Returns the processor time of a process in seconds, in user and system mode, including its ended children. */
export function cpuSecondsOf(pid: number): number {
  const ticks = statOf(pid).slice(11, 15)
  return ticks.reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND
}

/** Returns the resident memory in MiB. The memory of a shared page is divided among the processes that share it. */
export function memoryMibOf(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) || read(`/proc/${pid}/status`)
  return Number(/^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}

/** Returns the fields of `/proc/PID/stat` starting with the process state; none after the process has ended. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the seconds that all processors together were busy (including steal time), and their total seconds. */
function machineSeconds(): { busy: number; all: number } {
  // The order of the fields is user, nice, system, idle, iowait, irq, softirq, steal. Guest time is already included in
  // user time.
  const seconds = (read('/proc/stat').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND)
  const all = seconds.reduce((sum, one) => sum + one, 0)
  return { busy: all - (seconds[3] ?? 0) - (seconds[4] ?? 0), all }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

const read = (file: string): string => attempt(() => readFileSync(file, 'utf8')) ?? ''
