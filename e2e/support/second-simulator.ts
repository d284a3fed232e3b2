import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'dist', 'simulator', 'main.js')

const Line = z.object({ msg: z.string(), port: z.number().optional() })
const Cob = z.object({ cob: z.object({ status: z.string() }) })

/** A further simulated PSP, which keeps its data in memory. */
export interface SecondSimulator {
  url: string
  clientId: string
  clientSecret: string
  stop(): Promise<void>
}

/** Starts a further simulator on a free port and waits until it listens. */
export async function startSecondSimulator(): Promise<SecondSimulator> {
  const [clientId, clientSecret] = [`client-${randomUUID()}`, randomUUID()]
  const child = fork(MAIN, {
    env: {
      ...process.env,
      SIMULATOR_PORT: '0',
      INBOX_PORT: '0',
      SIMULATOR_STATE: 'memory',
      SIMULATOR_CLIENT_ID: clientId,
      SIMULATOR_CLIENT_SECRET: clientSecret,
    },
    execArgv: [],
    silent: true,
  })
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (text) => {
      output += String(text)
      for (const line of output.split('\n').slice(0, -1)) {
        const { msg, port: listening } = Line.parse(JSON.parse(line))
        if (msg === 'listening' && listening !== undefined) resolve(listening)
      }
    })
    child.once('exit', () => reject(new Error(`The second simulator ended. Its output:\n${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Returns the status of a charge at a simulated PSP; undefined if the PSP does not have the charge. */
export async function cobStatusAt(simulatorUrl: string, txid: string): Promise<string | undefined> {
  const response = await fetch(`${simulatorUrl}/simulator/cobs/${txid}`)
  if (response.status === 404) return undefined
  return Cob.parse(await response.json()).cob.status
}
