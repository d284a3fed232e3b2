import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '../../bench/stack.ts'
import { killWithParent } from '../../stack/kill-with-parent.ts'
import { findPaths } from '../../stack/paths.ts'
import { findFreePort } from '../../stack/ports.ts'

const READY_TIMEOUT_MS = 60_000

export interface Haproxy {
  origin: string
  /** Waits until the health check of a server, such as `api1`, says that the server is up. */
  waitUntilUp(server: string): Promise<void>
  /** Makes HAProxy send a server no further requests, and waits until its open requests have ended. */
  drain(server: string): Promise<void>
  /** Makes HAProxy send requests to a server again, after `drain`. */
  undrain(server: string): Promise<void>
  /** Returns the sum, over all servers, of a column of `show stat`, such as `hrsp_5xx`. */
  total(column: string): Promise<number>
  stop(): Promise<void>
}

/** Starts HAProxy with `ops/haproxy/haproxy.cfg` in front of three processes. */
export async function startHaproxy(dataDir: string, apiPorts: readonly number[]): Promise<Haproxy> {
  const port = await findFreePort()
  const socket = join(dataDir, 'haproxy.sock')
  const addresses = apiPorts.map((apiPort, n) => [`PIX_API_${n + 1}`, `127.0.0.1:${apiPort}`])
  const env = {
    // Debian installs HAProxy into /usr/sbin, which is not in the PATH of every user.
    PATH: [process.env['PATH'], '/usr/sbin'].join(delimiter),
    PIX_BIND: `127.0.0.1:${port}`,
    PIX_HAPROXY_SOCKET: socket,
    PIX_HAPROXY_METRICS: `127.0.0.1:${await findFreePort()}`,
    ...Object.fromEntries(addresses),
  }
  const logFile = join(dataDir, 'logs', 'haproxy.log')
  const log = openSync(logFile, 'w')
  const config = join(findPaths('.').root, 'ops/haproxy/haproxy.cfg')
  const child = spawn('haproxy', ['-db', '-f', config], { env, stdio: ['ignore', log, log] })
  closeSync(log)
  const exited = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve())
    child.once('error', () =>
      reject(new Error('HAProxy did not start. Install it (Debian: apt-get install haproxy)')),
    )
  })
  exited.catch(() => undefined)
  if (child.pid === undefined) await exited
  killWithParent(child, 'TERM')
  const ask = (command: string): Promise<string> => text(connect(socket).end(`${command}\n`))
  await until('HAProxy to answer', READY_TIMEOUT_MS, () => {
    if (child.exitCode !== null)
      throw new Error(`HAProxy ended during its start. Its log:\n${readFileSync(logFile, 'utf8')}`)
    return ask('show info').then(
      () => true,
      () => false,
    )
  })
  const servers = async () =>
    parseStat(await ask('show stat')).filter((row) => row['pxname'] === 'api' && row['svname'] !== 'BACKEND')
  const find = async (server: string) => (await servers()).find((row) => row['svname'] === server) ?? {}
  return {
    origin: `http://127.0.0.1:${port}`,
    waitUntilUp: (server) =>
      until(`${server} to be up`, READY_TIMEOUT_MS, async () => (await find(server))['status'] === 'UP'),
    async drain(server) {
      await ask(`set server api/${server} state drain`)
      await until(
        `${server} to have no requests`,
        READY_TIMEOUT_MS,
        async () => (await find(server))['scur'] === '0',
      )
    },
    undrain: async (server) => void (await ask(`set server api/${server} state ready`)),
    total: async (column) => (await servers()).reduce((sum, row) => sum + Number(row[column] ?? 0), 0),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Parses the CSV of `show stat`. Splits at every comma, because the columns that the check uses contain none. */
function parseStat(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n')
  const names = head.replace('# ', '').split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, n) => [names[n] ?? '', value])))
}
