import { execFileSync } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { statsOf } from './load/stats.ts'

export interface Machine {
  commit: string
  cores: number
  processor: string
  memoryMib: number
  node: string
  /** How long fdatasync of 8 KiB takes in the data directory. */
  fdatasyncP50Ms: number
  fdatasyncP99Ms: number
  /** Load average of the last minute. Above `cores`, other programs use the machine. */
  loadAtStart: number
}

const PAGE_BYTES = 8_192
const WRITES = 200

/** Returns the description of the machine, and measures the disk of `dataDir`. Takes about a second. */
export function inspectMachine(dataDir: string): Machine {
  const loadAtStart = loadAverage()
  const disk = fdatasyncOf(dataDir)
  return {
    commit: commitOf(),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryMib: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    fdatasyncP50Ms: disk.p50Ms,
    fdatasyncP99Ms: disk.p99Ms,
    loadAtStart,
  }
}

export const loadAverage = (): number => loadavg()[0] ?? 0

/** Measures what a commit of PostgreSQL does: append a page, then wait until it is on disk. */
function fdatasyncOf(dataDir: string) {
  const file = join(dataDir, 'fdatasync-probe')
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

/** Returns the commit of the checkout, with `+` when files differ from it; `unknown` outside a repository. */
function commitOf(): string {
  try {
    return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}
