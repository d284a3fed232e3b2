import { join } from 'node:path'
import type { Deployment } from '../../bench/deployment.ts'
import type { Program } from '../../bench/stack.ts'
import { serverSettings } from '../../stack/embedded-settings.ts'
import { findFreePort } from '../../stack/ports.ts'
import type { Build } from './build.ts'
import { startHaproxy, type Haproxy } from './haproxy.ts'

const APIS = ['api1', 'api2', 'api3']
const WORKERS = ['worker1', 'worker2']
const DRAIN_DELAY_MS = 3_000

/** The times of one replacement, in milliseconds. */
export interface Replacement {
  name: string
  /** The time from SIGTERM to the end of the process. */
  stopMs: number
  /** The time from the start of the new process until the load balancer uses it, or for a worker until it runs jobs. */
  startMs: number
}

/** Three API processes behind HAProxy, and two workers. */
export class Cluster {
  readonly haproxy: Haproxy
  readonly #deployment: Deployment
  readonly #ports: readonly number[]
  readonly #programs = new Map<string, { program: Program; build: Build }>()
  #starts = 0

  private constructor(deployment: Deployment, haproxy: Haproxy, ports: readonly number[]) {
    this.#deployment = deployment
    this.haproxy = haproxy
    this.#ports = ports
  }

  static async start(deployment: Deployment, build: Build): Promise<Cluster> {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
    const haproxy = await startHaproxy(deployment.stack.dataDir, ports)
    const cluster = new Cluster(deployment, haproxy, ports)
    for (const name of [...APIS, ...WORKERS]) await cluster.#startOne(name, build)
    return cluster
  }

  /** Stops one process after the other and starts `build` in its place. */
  async *replaceAll(build: Build): AsyncGenerator<Replacement> {
    for (const name of [...APIS, ...WORKERS]) {
      const stopMs = await this.#stopOne(name)
      const startedMs = performance.now()
      await this.#startOne(name, build)
      yield { name, stopMs, startMs: performance.now() - startedMs }
    }
  }

  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#programs.values(), ({ program }) => program.stop()))
    await this.haproxy.stop()
  }

  /** Returns the status of `/readyz` of each API process. */
  async readiness(): Promise<number[]> {
    const answers = this.#ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`))
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  async #stopOne(name: string): Promise<number> {
    const running = this.#programs.get(name)
    if (!running) throw new Error(`BUG: ${name} does not run`)
    const drainsAtProxy = APIS.includes(name) && !running.build.announcesStop
    if (drainsAtProxy) await this.haproxy.drain(name)
    const startedMs = performance.now()
    await running.program.stop()
    const stopMs = performance.now() - startedMs
    if (drainsAtProxy) await this.haproxy.undrain(name)
    return stopMs
  }

  async #startOne(name: string, build: Build): Promise<void> {
    const port = this.#ports[APIS.indexOf(name)]
    const args = [
      join(build.root, 'server/dist/src/main.js'),
      `--role=${port === undefined ? 'worker' : 'api'}`,
    ]
    const env = {
      ...serverSettings(this.#deployment.settings),
      ...(port === undefined ? {} : { PORT: String(port) }),
      PUBLIC_URL: this.haproxy.origin,
      TRUSTED_PROXIES: '1',
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    }
    const program = await this.#deployment.stack.start(`${name} ${++this.#starts}`, args, env)
    this.#programs.set(name, { program, build })
    if (port !== undefined) await this.haproxy.waitUntilUp(name)
  }
}
