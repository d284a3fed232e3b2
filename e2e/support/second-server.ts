import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { workerDataDir } from './stack.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'dist', 'src', 'main.js')
const Settings = z.record(z.string(), z.string())

/** An additional server process of the service that uses the database of the e2e stack. */
export interface SecondServer {
  stop(): Promise<void>
}

/** Returns a free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return address.port
}

/** Names of settings of the stack that the second server must not get. */
const OF_THE_STACK = ['MIGRATION_DATABASE_URL', 'METRICS_PORT']

/** Starts a server on `port` and waits until it listens. `own` overrides settings of the stack. */
export async function startSecondServer(port: number, own: Record<string, string>): Promise<SecondServer> {
  const file = join(workerDataDir(), 'settings.json')
  const saved = Object.entries(Settings.parse(JSON.parse(readFileSync(file, 'utf8'))))
  const settings = Object.fromEntries(
    saved.filter(([name]) => !name.startsWith('EMBEDDED_PG_') && !OF_THE_STACK.includes(name)),
  )
  const origin = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const child = spawn(process.execPath, [MAIN, '--role=api'], {
    env: { ...process.env, ...settings, ...origin, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  await untilListening(child)
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function untilListening(child: ChildProcess): Promise<void> {
  const output: string[] = []
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        output.push(String(text))
        if (output.join('').includes('"listening"')) resolve()
      })
    child.once('exit', () => reject(new Error(`The second server ended. Its output:\n${output.join('')}`)))
  })
}
