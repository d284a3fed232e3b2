import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPaths } from '../stack/paths.ts'
import { log } from './bench.ts'
import { buildServer, checkOutCommit, type Run } from './build-commit.ts'
import { markdown, readRows, type Row } from './table.ts'

export interface CompareOptions {
  commit: string
  cases: string[]
  seconds: number
  rows: number
  pairs: number
  /** Further settings for the servers of this checkout, in the format of the option `--set`. */
  set: string
}

/**
 * Builds `commit` in a temporary clone, with the benchmark of this checkout. Measures both builds alternately: the
 * commit, this checkout, this checkout, the commit, and so on. Returns a table with the median processor time of one
 * operation in each build, and the ratio of the two medians. Every run starts a separate stack. On SIGINT or SIGTERM,
 * stops the running command and rejects.
 */
export async function compareBuilds({
  commit,
  cases,
  pairs,
  seconds,
  rows,
  set,
}: CompareOptions): Promise<string> {
  const { root } = findPaths('.')
  const folder = mkdtempSync(join(tmpdir(), 'pix-compare-'))
  // Allow access to the cluster in this folder, because PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort())
  const run: Run = async (command, args, cwd) => {
    const env = { ...process.env, CI: 'true' }
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2], signal: interrupted.signal })
    child.on('error', (error) => log(String(error)))
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0)
      throw new Error(`bench: \`${command} ${args.join(' ')}\` exited with code ${String(code)}`)
  }
  try {
    const base = join(folder, 'base')
    await build(run, { root, base, commit })
    const measured = { base: new Array<Row[]>(), this: new Array<Row[]>() }
    for (let pair = 0; pair < pairs; pair++) {
      for (const side of pair % 2 === 0 ? (['base', 'this'] as const) : (['this', 'base'] as const)) {
        log(`pair ${pair + 1} of ${pairs}, ${side === 'base' ? commit : 'this checkout'}`)
        const json = join(folder, `${side}-${pair}.json`)
        const main = join(side === 'base' ? base : root, 'server/dist/bench/main.js')
        const given = `--case ${cases.join(',')} --seconds ${seconds} --rows ${rows} --no-floors`.split(' ')
        const settings = side === 'this' && set ? ['--set', set] : []
        const files = ['--data', join(folder, `data-${side}`), '--json', json]
        await run(process.execPath, [main, ...given, ...settings, ...files], folder)
        measured[side].push(readRows(readFileSync(json, 'utf8')))
      }
    }
    return formatComparison(measured.base, measured.this, commit)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function build(
  run: Run,
  { root, base, commit }: Record<'root' | 'base' | 'commit', string>,
): Promise<void> {
  log(`building ${commit}`)
  await checkOutCommit(run, { root, base, commit })
  rmSync(join(base, 'server/bench'), { recursive: true, force: true })
  cpSync(join(root, 'server/bench'), join(base, 'server/bench'), { recursive: true })
  // Builds without a type check, because the benchmark may use exports that the commit lacks. Only the measured cases
  // have to work.
  await buildServer(run, { root, base })
}

/** The processes of the service, without the simulator and the load generator. */
const PROCESSES = ['postgres', 'api', 'worker']

function formatComparison(base: Row[][], ours: Row[][], commit: string): string {
  const names = (base[0] ?? []).filter(({ cost }) => cost !== null).map(({ name }) => name)
  const lines = names.flatMap((name) =>
    [PROCESSES, ...PROCESSES.map((process) => [process])].map((processes) => {
      const [before, after] = [base, ours].map((runs) => runs.map((rows) => microsOf(rows, name, processes)))
      const ratio = median(after ?? []) / median(before ?? [])
      const label = processes.length > 1 ? 'all' : (processes[0] ?? '')
      return [
        name,
        label,
        show(before ?? []),
        show(after ?? []),
        Number.isFinite(ratio) ? ratio.toFixed(3) : '',
      ]
    }),
  )
  const head = ['case', 'process', `${commit}, µs`, 'this checkout, µs', 'ratio']
  return `Processor time of one operation: median (minimum to maximum) of ${base.length} runs each.\n\n${markdown(head, lines)}`
}

function microsOf(rows: readonly Row[], name: string, processes: readonly string[]): number {
  const each = rows.find((row) => row.name === name)?.cost?.microsEach ?? {}
  return processes.reduce((sum, process) => sum + (each[process] ?? 0), 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1]
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2
}

const show = (values: readonly number[]): string =>
  `${Math.round(median(values))} (${Math.min(...values)} to ${Math.max(...values)})`
