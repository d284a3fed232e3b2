import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 15_000
const READY = 'is running'

const Demo = z.object({
  base_url: z.url(),
  api_key: z.string(),
  gateway_id: z.uuid(),
  console: z.object({
    url: z.url(),
    email: z.string(),
    password: z.string(),
    totp_secret: z.string(),
  }),
  simulator_url: z.url(),
  simulator: z.object({ client_id: z.string(), client_secret: z.string() }),
})

/** URLs and credentials of a running stack: the content of `demo.json`. */
export type Demo = z.infer<typeof Demo>

const DATA_DIRS_VARIABLE = 'E2E_DATA_DIRS'

/**
 * Stores the data folders of the stacks in an environment variable, from which each Playwright worker takes its own.
 */
export function announceStacks(stacks: readonly Stack[]): void {
  process.env[DATA_DIRS_VARIABLE] = JSON.stringify(stacks.map(({ dataDir }) => dataDir))
}

/** Returns the data folders of all stacks. */
export const dataDirs = (): string[] =>
  z.array(z.string()).parse(JSON.parse(process.env[DATA_DIRS_VARIABLE] ?? '[]'))

/** Returns the data folder of this worker's stack. */
export function workerDataDir(): string {
  const dataDir = dataDirs()[Number(process.env['TEST_PARALLEL_INDEX'] ?? '0')]
  if (dataDir === undefined)
    throw new Error(
      `${DATA_DIRS_VARIABLE} has no stack for this worker: run the journeys with "playwright test"`,
    )
  return dataDir
}

/** A process of the stack that a test can kill. */
export type StackPart = 'postgres' | 'simulator' | 'server'

/** The exit code, output and remaining processes of a stack that ended. */
export interface EndedStack {
  code: number | null
  /** The output of the stack since the crash. */
  output: string
  /** Returns the process ids of the stack's processes that still run. */
  leftovers(): number[]
}

/** A stack that was started like `npm start`, on free ports and with its own data folder. */
export interface Stack {
  dataDir: string
  /** Stops the stack and deletes the data unless `keepData`. @throws Error when the stack's exit code is not 0. */
  stop(options?: { keepData?: boolean }): Promise<void>
  /** Kills one process with SIGKILL and waits until the stack has ended. Keeps the data. */
  crash(part: StackPart): Promise<EndedStack>
}

/**
 * Starts a stack and waits until it is ready. If `dataDir` is the folder of an earlier stack, the new stack uses the
 * data of that stack.
 */
export async function startStack(dataDir = makeDataDir()): Promise<Stack> {
  const free = { PORT: '0', SIMULATOR_PORT: '0', INBOX_PORT: '0', EMBEDDED_PG_PORT: '0', METRICS_PORT: '0' }
  // The service reads the PSP's list of payments every second, so that tests wait less for this read.
  const sweep = { PIX_SWEEP_SECONDS: '1' }
  const child = spawn(process.execPath, [join(ROOT, 'server', 'dist', 'stack', 'start.js')], {
    cwd: ROOT,
    env: { ...process.env, ...free, ...sweep, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
  try {
    await untilReady(child, output)
  } catch (error) {
    await terminate(child)
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  return {
    dataDir,
    async stop({ keepData = false } = {}) {
      const code = await terminate(child)
      if (code !== 0) throw new Error(`The stack exited with ${code}. Its output:\n${output.join('')}`)
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
    },
    async crash(part) {
      const ended = new Promise<number | null>((resolve) => {
        child.once('close', resolve)
      })
      const processes = descendantsOf(child.pid ?? 0)
      const before = output.length
      process.kill(pidOf(dataDir, part), 'SIGKILL')
      const code = await ended
      return {
        code,
        output: output.slice(before).join(''),
        leftovers: () => {
          const running = listProcesses().map(({ pid }) => pid)
          return processes.filter((pid) => running.includes(pid))
        },
      }
    },
  }
}

/** Creates an empty data folder for a stack. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-e2e-'))
  // If this process is root, PostgreSQL runs as another user, who needs permission to traverse the folder.
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Reads `demo.json` of the stack in `dataDir`. */
export function readDemo(dataDir = workerDataDir()): Demo {
  return Demo.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')))
}

const Settings = z.object({ PIX_CALLBACK_SECRET: z.string() })

/** Reads the settings with which the service authenticates callbacks of the PSP. */
export function readSettings(dataDir = workerDataDir()): z.infer<typeof Settings> {
  return Settings.parse(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')))
}

function untilReady(child: ChildProcess, output: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The stack ${why}. Its output:\n${output.join('')}`))
    const timer = setTimeout(
      () => fail(`was not ready within ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    )
    child.stdout?.on('data', () => {
      if (!output.join('').includes(READY)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail('ended')
    })
  })
}

async function terminate(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  const code = await exited
  clearTimeout(timer)
  return code
}

const LockFile = z.object({ children: z.array(z.object({ name: z.string(), pid: z.number() })) })

function pidOf(dataDir: string, part: StackPart): number {
  const { children } = LockFile.parse(JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')))
  const found = children.find(({ name }) => name === part)
  if (!found) throw new Error(`${dataDir}/stack.json lists no process ${part}`)
  return found.pid
}

/** Lists all running processes of the machine, without zombies. */
function listProcesses(): { pid: number; parent: number }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** Returns the ids of all descendants of a process: its children, their children, and so on. */
function descendantsOf(root: number): number[] {
  const all = listProcesses()
  const found = [root]
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((one) => one.pid))
  return found.slice(1)
}

/** Returns the contents of all logs of the stack. */
export function readLogs(dataDir = workerDataDir()): string {
  const folder = join(dataDir, 'logs')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

/** Returns the resident memory of the stack's server in bytes; undefined on systems without /proc. */
export function serverMemoryBytes(dataDir: string): number | undefined {
  const file = `/proc/${pidOf(dataDir, 'server')}/status`
  if (!existsSync(file)) return undefined
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []
  return kib === undefined ? undefined : Number(kib) * 1024
}
