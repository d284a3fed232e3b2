import { readdirSync, readFileSync } from 'node:fs'

/** What a process, or a process with its children, has used. */
export interface Usage {
  /** Resident, shared pages divided among those who share them. */
  memoryMib: number
  /** Seconds of processor time since it started. */
  cpuSeconds: number
}

const TICKS_PER_SECOND = 100

/** Usage of a process and all its descendants, from Linux's `/proc`; zeros elsewhere. */
export function usageOf(pid: number): Usage {
  const all = [pid, ...descendants(pid)].map(usageOfOne)
  return {
    memoryMib: all.reduce((sum, one) => sum + one.memoryMib, 0),
    cpuSeconds: all.reduce((sum, one) => sum + one.cpuSeconds, 0),
  }
}

function usageOfOne(pid: number): Usage {
  const memory = read(`/proc/${pid}/smaps_rollup`) ?? read(`/proc/${pid}/status`) ?? ''
  const kib = Number(/^(?:Pss|VmRSS):\s+(\d+) kB/m.exec(memory)?.[1] ?? 0)
  const stat = read(`/proc/${pid}/stat`) ?? ''
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Its own time, in user and in system mode, and that of children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { memoryMib: kib / 1024, cpuSeconds: ticks / TICKS_PER_SECOND }
}

function descendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    if (stat === undefined) continue
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const below = (parent: number): number[] =>
    Array.from(parents.entries()).flatMap(([child, of]) => (of === parent ? [child, ...below(child)] : []))
  return below(pid)
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
