import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPaths } from '../stack/paths.ts'
import { markdown, readRows, type Row } from './table.ts'

export interface CompareOptions {
  commit: string
  cases: string[]
  seconds: number
  rows: number
  pairs: number
}

const log = (line: string): void => void process.stderr.write(`${line}\n`)

/** Runs commands one after the other. A signal stops the running command, calls `cleanUp` and exits the process. */
class Commands {
  #child: ChildProcess | undefined

  constructor(cleanUp: () => void) {
    const end = (): void => {
      cleanUp()
      process.exit(130)
    }
    const interrupt = (signal: NodeJS.Signals): void => {
      if (!this.#child) return end()
      this.#child.removeAllListeners('exit')
      this.#child.once('exit', end)
      this.#child.kill(signal)
    }
    process.once('SIGINT', interrupt)
    process.once('SIGTERM', interrupt)
  }

  /** @throws Error when the exit code is not 0. */
  run(command: string, args: string[], cwd: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const env = { ...process.env, CI: 'true' }
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] })
      this.#child = child
      child.once('error', reject)
      child.once('exit', (code) => {
        this.#child = undefined
        if (code === 0) resolve()
        else reject(new Error(`bench: \`${command} ${args.join(' ')}\` exited with code ${code}`))
      })
    })
  }
}

/**
 * Builds `commit` in a temporary clone, with the benchmark of this checkout. Measures both builds alternately: base,
 * this, this, base, and so on. Returns a table with the median processor time of one operation of each build, and their
 * ratio. Every run starts a separate stack.
 */
export async function compareBuilds(options: CompareOptions): Promise<string> {
  const { commit, cases, pairs, seconds, rows } = options
  const { root } = findPaths('.')
  const folder = mkdtempSync(join(tmpdir(), 'pix-compare-'))
  // PostgreSQL may run as another user and needs access to its cluster in this folder.
  chmodSync(folder, 0o711)
  const cleanUp = (): void => rmSync(folder, { recursive: true, force: true })
  const commands = new Commands(cleanUp)
  try {
    const base = join(folder, 'base')
    await build(commands, { root, base, commit })
    const measured: Record<'base' | 'this', Row[][]> = { base: [], this: [] }
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? (['base', 'this'] as const) : (['this', 'base'] as const)
      for (const side of order) {
        log(`bench: pair ${pair + 1} of ${pairs}, ${side === 'base' ? commit : 'this checkout'}`)
        const json = join(folder, `${side}-${pair}.json`)
        const main = join(side === 'base' ? base : root, 'server/dist/bench/main.js')
        const data = join(folder, `data-${side}`)
        const run = `--case ${cases.join(',')} --seconds ${seconds} --rows ${rows} --no-floors`.split(' ')
        await commands.run(process.execPath, [main, ...run, '--data', data, '--json', json], folder)
        measured[side].push(readRows(readFileSync(json, 'utf8')))
      }
    }
    return `${formatComparison(measured, commit)}\n`
  } finally {
    cleanUp()
  }
}

async function build(
  commands: Commands,
  { root, base, commit }: { root: string; base: string; commit: string },
): Promise<void> {
  log(`bench: building ${commit}`)
  await commands.run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, base], root)
  await commands.run('git', ['checkout', '--quiet', '--detach', commit], base)
  rmSync(join(base, 'server/bench'), { recursive: true, force: true })
  cpSync(join(root, 'server/bench'), join(base, 'server/bench'), { recursive: true })
  const pnpm = join(root, 'node_modules/.bin/pnpm')
  await commands.run(pnpm, ['install', '--frozen-lockfile', '--prefer-offline', '--silent'], base)
  // No type check: the benchmark may use exports that the commit lacks. Only the measured cases have to work.
  await commands.run(
    join(base, 'node_modules/.bin/tsc'),
    ['-p', 'server/tsconfig.build.json', '--noCheck'],
    base,
  )
}

/** The processes of the service, without the simulator and the load generator. */
const PROCESSES = ['postgres', 'api', 'worker']

function formatComparison({ base, this: ours }: Record<'base' | 'this', Row[][]>, commit: string): string {
  const names = (base[0] ?? []).filter(({ cost }) => cost !== null).map(({ name }) => name)
  const lines = names.flatMap((name) => {
    const microsOf = (runs: Row[][], processes: string[]) =>
      runs.map((rows) => {
        const each = rows.find((row) => row.name === name)?.cost?.microsEach ?? {}
        return processes.reduce((sum, process) => sum + (each[process] ?? 0), 0)
      })
    const compareLine = (label: string, processes: string[]) => {
      const [before, after] = [microsOf(base, processes), microsOf(ours, processes)]
      const ratio = median(after) / median(before)
      return [name, label, show(before), show(after), Number.isFinite(ratio) ? ratio.toFixed(3) : '']
    }
    return [compareLine('all', PROCESSES), ...PROCESSES.map((process) => compareLine(process, [process]))]
  })
  const head = ['case', 'process', `${commit}, µs`, 'this checkout, µs', 'ratio']
  return `Processor time of one operation: median (minimum to maximum) of ${base.length} runs each.\n\n${markdown(head, lines)}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}

const show = (values: readonly number[]): string =>
  `${Math.round(median(values))} (${Math.min(...values)} to ${Math.max(...values)})`
