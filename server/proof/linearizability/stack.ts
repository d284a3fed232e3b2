import type { BenchMerchant, Deployment, Role } from '../../bench/deployment.ts'
import { startDatabase, until } from '../../bench/stack.ts'
import { createApiKey } from '../../src/api-keys/create-api-key.ts'
import { SCOPES } from '../../src/kernel/scopes.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createMerchant } from '../../src/merchants/create-merchant.ts'
import type { Seed } from '../../src/simulation/seed.ts'
import { findFreePort } from '../../stack/ports.ts'
import { readSavedSettings } from '../../stack/settings.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { TERMS } from './money.ts'

/**
 * The probabilities per packet: on average, the proxies cut one of 500 packets of requests and one of 500 packets of
 * answers.
 */
const CUTS = { request: 0.002, answer: 0.002 }
const PAUSE_MS_MAX = 8_000

/** The processes that are killed, in this order. The second API process has the role `all`, so it also runs jobs. */
const VICTIMS = ['api', 'all', 'worker', 'postgres'] as const

/** Two API processes behind cutting proxies, and a worker. */
export class ProofStack {
  readonly kills = new Map<string, number>()
  readonly proxies: readonly CuttingProxy[]
  readonly #deployment: Deployment
  readonly #ports: ReadonlyMap<Role, number>
  readonly #seed: Seed

  private constructor(
    deployment: Deployment,
    ports: ReadonlyMap<Role, number>,
    proxies: CuttingProxy[],
    seed: Seed,
  ) {
    this.#deployment = deployment
    this.#ports = ports
    this.proxies = proxies
    this.#seed = seed
  }

  static async start(deployment: Deployment, seed: Seed): Promise<ProofStack> {
    const main = Number(new URL(deployment.origin).port)
    const ports = new Map<Role, number>([
      ['api', main],
      ['all', await findFreePort()],
    ])
    const proxies: CuttingProxy[] = []
    for (const port of ports.values()) proxies.push(await CuttingProxy.start(port, CUTS, seed))
    const stack = new ProofStack(deployment, ports, proxies, seed)
    for (const role of ['api', 'all', 'worker'] as const) await stack.#start(role)
    return stack
  }

  /** Returns the origin of one of the proxies. */
  origin(): string {
    return this.#seed.pick(this.proxies)?.origin ?? ''
  }

  /** Creates merchants, each with an API key. */
  createMerchants(count: number): Promise<BenchMerchant[]> {
    return this.#deployment.withContext(async (ctx) => {
      const created: BenchMerchant[] = []
      for (let n = 1; n <= count; n++) {
        const { id } = await createMerchant(ctx, {
          name: `Loja ${n}`,
          document: '11444777000161',
          terms: TERMS,
        })
        const { key } = await createApiKey(ctx, id, { name: 'proof', scopes: SCOPES })
        created.push({ id, apiKey: key })
      }
      return created
    })
  }

  /** Kills and restarts one process after the other, with random pauses, until `signal` aborts. */
  async killUntil(signal: AbortSignal): Promise<void> {
    for (let n = 0; !signal.aborted; n++) {
      await systemClock.sleep(this.#seed.between(PAUSE_MS_MAX / 2, PAUSE_MS_MAX), signal)
      if (signal.aborted) return
      const victim = VICTIMS[n % VICTIMS.length] ?? 'api'
      await (victim === 'postgres' ? this.#killPostgres() : this.#killServer(victim))
      this.kills.set(victim, (this.kills.get(victim) ?? 0) + 1)
    }
  }

  async stop(): Promise<void> {
    for (const proxy of this.proxies) await proxy.stop()
    await this.#deployment.close()
  }

  async #killServer(role: Role): Promise<void> {
    process.kill(this.#deployment.pidOf(role), 'SIGKILL')
    await this.#deployment.stop(role)
    await this.#start(role)
  }

  #start(role: Role): Promise<void> {
    const port = this.#ports.get(role)
    return this.#deployment.start(role, port === undefined ? {} : { PORT: String(port) })
  }

  /** Kills and restarts PostgreSQL. The servers keep running and must reconnect. */
  async #killPostgres(): Promise<void> {
    const { stack } = this.#deployment
    const { pid, port, exited } = stack.postgres
    process.kill(pid, 'SIGKILL')
    await exited
    stack.postgres = await startDatabase(stack.dataDir, readSavedSettings(stack.dataDir), port)
  }
}

/** Waits until the condition is true. @throws Error after ten minutes. */
export const untilTrue = (what: string, condition: () => Promise<boolean>): Promise<void> =>
  until(what, 600_000, condition)
