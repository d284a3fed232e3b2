import { spawn, type ChildProcess } from 'node:child_process'
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

/** How to reach the running stack and how to get in: what `npm start` tells scripts. */
export type Demo = z.infer<typeof Demo>

const DATA_DIRS_VARIABLE = 'E2E_DATA_DIRS'

/** Tells the tests, which are processes of this one, where their stacks keep their data: one for each worker. */
export function announceStacks(stacks: readonly Stack[]): void {
  process.env[DATA_DIRS_VARIABLE] = JSON.stringify(stacks.map(({ dataDir }) => dataDir))
}

/** The data folders of all stacks that the journeys use. */
export const dataDirs = (): string[] =>
  z.array(z.string()).parse(JSON.parse(process.env[DATA_DIRS_VARIABLE] ?? '[]'))

/** The data folder of the stack that this worker's journeys have for themselves. */
export function workerDataDir(): string {
  const dataDir = dataDirs()[Number(process.env['TEST_PARALLEL_INDEX'] ?? '0')]
  if (dataDir === undefined) throw new Error('No stack was started for this worker')
  return dataDir
}

/** A whole stack, started as `npm start` does, on free ports and in a data folder of its own. */
export interface Stack {
  dataDir: string
  /** Ends it as Ctrl-C does; fails when it does not end cleanly. */
  stop(): Promise<void>
  /** Ends the server as a power cut does, and waits until the rest has noticed. The data stays. */
  crashServer(): Promise<void>
}

/** Starts a stack, on a data folder of an earlier one when it is given, and waits until its demo is made. */
export async function startStack(dataDir = makeDataDir()): Promise<Stack> {
  const free = { PORT: '0', SIMULATOR_PORT: '0', INBOX_PORT: '0', EMBEDDED_PG_PORT: '0' }
  const child = spawn(process.execPath, [join(ROOT, 'server', 'dist', 'stack', 'start.js')], {
    cwd: ROOT,
    env: { ...process.env, ...free, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  try {
    await untilReady(child, said)
  } catch (error) {
    await end(child)
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  return {
    dataDir,
    async stop() {
      const code = await end(child)
      if (code !== 0) throw new Error(`The stack ended with ${code} and said:\n${said.join('')}`)
      rmSync(dataDir, { recursive: true, force: true })
    },
    async crashServer() {
      const ended = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      process.kill(serverPid(dataDir), 'SIGKILL')
      await ended
    },
  }
}

function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-e2e-'))
  // The database's own user walks through it, when everything else runs as root.
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** What the stack in `dataDir` tells scripts. */
export function readDemo(dataDir = workerDataDir()): Demo {
  return Demo.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')))
}

const Settings = z.object({ PIX_CALLBACK_SECRET: z.string() })

/** Of the stack's own settings what only the network knows. */
export function readSettings(dataDir = workerDataDir()): z.infer<typeof Settings> {
  return Settings.parse(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')))
}

function untilReady(child: ChildProcess, said: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The stack ${why}. It said:\n${said.join('')}`))
    const timer = setTimeout(() => fail(`was not ready in ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS)
    child.stdout?.on('data', () => {
      if (!said.join('').includes(READY)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail('ended')
    })
  })
}

async function end(child: ChildProcess): Promise<number | null> {
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

const RunningFile = z.object({ children: z.array(z.object({ name: z.string(), pid: z.number() })) })

function serverPid(dataDir: string): number {
  const { children } = RunningFile.parse(JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')))
  const server = children.find(({ name }) => name === 'server')
  if (!server) throw new Error('The stack has no server')
  return server.pid
}

/** Everything that the stack has written to its logs. */
export function readLogs(dataDir = workerDataDir()): string {
  const folder = join(dataDir, 'logs')
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

/** The resident memory of the stack's server, in bytes; undefined where the system does not tell. */
export function serverMemoryBytes(dataDir: string): number | undefined {
  const file = `/proc/${serverPid(dataDir)}/status`
  if (!existsSync(file)) return undefined
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []
  return kib === undefined ? undefined : Number(kib) * 1024
}
