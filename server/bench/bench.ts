import type { Context } from '../src/kernel/context.ts'
import type { BenchMerchant } from './merchants.ts'
import type { Stand } from './stand.ts'
import type { Row } from './table.ts'
import { usageOf } from './usage.ts'

/** What every case is given. */
export interface Bench {
  stand: Stand
  ctx: Context
  /** How long each measurement runs. */
  seconds: number
  /** How many charges the large data set has. */
  charges: number
  /** Merchants of the service, and as many of the floor: neither pays for the other's rows. */
  merchants: { ours: BenchMerchant[]; floor: BenchMerchant[] }
  /** A number no earlier call has given, with room for a million after it. */
  nextNumber: () => number
  say: (line: string) => void
}

/** One case of the specification, and the roles of the server that it needs running. */
export interface Case {
  name: string
  roles: readonly ('api' | 'worker' | 'all')[]
  run(bench: Bench): Promise<Row[]>
}

export const CONNECTIONS = 32

/** Before it counts: a fresh process needs so many calls to be as fast as one that has served for a while. */
export const WARM_UP = { seconds: 40, callsMax: 12_000 }

/** After the statistics have been refreshed: every connection plans its statements anew. */
export const REPLAN = { seconds: 10, callsMax: 400 }

const everyProcess = (stand: Stand) => [
  { name: 'postgres', pid: stand.postgres.pid },
  ...Array.from(stand.programs.values(), ({ name, pid }) => ({ name, pid })),
]

/** Memory of each running process in MiB, by its name. */
export const memoryOf = (stand: Stand): Map<string, number> =>
  new Map(everyProcess(stand).map(({ name, pid }) => [name, usageOf(pid).memoryMib]))

/**
 * What autovacuum does within a minute, done at once: without it the plans of a measurement, the floor's and ours,
 * would be those of empty tables or not, by chance.
 */
export async function refreshStatistics({ owner }: Stand): Promise<void> {
  await owner.query('analyze')
}

/**
 * Runs `work` and tells what each process spent on one of the things that it did: unlike rates, hardly changed by who
 * else uses the machine.
 */
export async function withCost<T extends { count: number }>(
  stand: Stand,
  work: () => Promise<T>,
): Promise<T & { cost: string }> {
  const before = new Map(everyProcess(stand).map(({ name, pid }) => [name, usageOf(pid).cpuSeconds]))
  const done = await work()
  const micros = everyProcess(stand).map(({ name, pid }) => {
    const seconds = usageOf(pid).cpuSeconds - (before.get(name) ?? 0)
    return { name: name.replace('server ', ''), each: Math.round((seconds * 1e6) / Math.max(1, done.count)) }
  })
  const spent = micros.filter(({ each }) => each > 0).map(({ name, each }) => `${name} ${each}`)
  return { ...done, cost: `µs each: ${spent.join(', ')}` }
}
