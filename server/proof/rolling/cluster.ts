import { join } from 'node:path'
import type { Deployment } from '../../bench/deployment.ts'
import type { Program } from '../../bench/stack.ts'
import { serverSettings } from '../../stack/embedded-settings.ts'
import { findFreePort } from '../../stack/ports.ts'
import type { Settings } from '../../stack/settings.ts'
import type { Build } from './build.ts'
import { startHaproxy, type Haproxy } from './haproxy.ts'

const APIS = ['api1', 'api2', 'api3']
const WORKERS = 2
const DRAIN_DELAY_MS = 3_000

/** The times of the replacement of one process, in milliseconds. */
export interface Replacement {
  name: string
  /** The time from SIGTERM to the end of the process. */
  stopMs: number
  /** The time from the start of the new process until the load balancer uses it, or for a worker until it runs jobs. */
  startMs: number
}

export interface ClusterOptions {
  /** The number of workers, which are named `worker1`, `worker2` and so on. The default is two. */
  workers?: number
  /** Returns settings of a process in addition to those of the deployment. */
  settingsOf?: (name: string) => Settings
}

/** Three API processes behind HAProxy, and some workers. */
export class Cluster {
  readonly haproxy: Haproxy
  readonly #deployment: Deployment
  readonly #ports: readonly number[]
  readonly #names: readonly string[]
  readonly #settingsOf: (name: string) => Settings
  readonly #programs = new Map<string, { program: Program; build: Build }>()
  #starts = 0

  private constructor(
    deployment: Deployment,
    haproxy: Haproxy,
    ports: readonly number[],
    { workers = WORKERS, settingsOf = () => ({}) }: ClusterOptions,
  ) {
    this.#deployment = deployment
    this.haproxy = haproxy
    this.#ports = ports
    this.#names = [...APIS, ...Array.from({ length: workers }, (_, n) => `worker${n + 1}`)]
    this.#settingsOf = settingsOf
  }

  static async start(deployment: Deployment, build: Build, options: ClusterOptions = {}): Promise<Cluster> {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
    const haproxy = await startHaproxy(deployment.stack.dataDir, ports)
    const cluster = new Cluster(deployment, haproxy, ports, options)
    for (const name of cluster.#names) await cluster.start(name, build)
    return cluster
  }

  /** Stops one process after the other and starts `build` in its place. */
  async *replaceAll(build: Build): AsyncGenerator<Replacement> {
    for (const name of this.#names) {
      const stopMs = await this.#stopOne(name)
      const startedMs = performance.now()
      await this.start(name, build)
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

  /** Ends a process with SIGKILL. */
  async kill(name: string): Promise<void> {
    const { program } = this.#programs.get(name) ?? {}
    if (!program) throw new Error(`BUG: the process ${name} is not running`)
    process.kill(program.pid, 'SIGKILL')
    await program.exited
    this.#programs.delete(name)
  }

  async #stopOne(name: string): Promise<number> {
    const running = this.#programs.get(name)
    if (!running) throw new Error(`BUG: the process ${name} is not running`)
    const drainsAtProxy = APIS.includes(name) && !running.build.announcesStop
    if (drainsAtProxy) await this.haproxy.drain(name)
    const startedMs = performance.now()
    await running.program.stop()
    const stopMs = performance.now() - startedMs
    if (drainsAtProxy) await this.haproxy.undrain(name)
    return stopMs
  }

  /** Starts a process, and waits until the load balancer uses it, or for a worker until it runs jobs. */
  async start(name: string, build: Build): Promise<void> {
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
      ...this.#settingsOf(name),
    }
    const program = await this.#deployment.stack.start(`${name} ${++this.#starts}`, args, env)
    this.#programs.set(name, { program, build })
    if (port !== undefined) await this.haproxy.waitUntilUp(name)
  }
}
