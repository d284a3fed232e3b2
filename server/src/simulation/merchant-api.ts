import { createApiKey } from '../api-keys/create-api-key.ts'
import { makeApp } from '../app.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { Problem } from '../kernel/problem.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import type { Kit, ServiceContext } from '../kit.ts'
import { Crash } from './crash.ts'
import { makeMemoryFetch } from './steps/memory-http.ts'
import type { Trace } from './steps/trace.ts'

export interface ApiCall {
  path: string
  body?: object | undefined
  idempotencyKey: string
}

export interface ApiAnswer {
  status: number
  body: { id?: string; error?: { code: string } }
}

/** The parts of a simulated world that its merchant API uses. */
interface ApiWorld {
  kit: Kit
  trace: Trace
  merchantIds: readonly string[]
  /** Returns the context of a request that may crash at a random point. */
  context(actor: string, onCrash: () => void): ServiceContext
}

/** The merchant API of a simulated world over HTTP. Requests to this API sometimes crash at a random point. */
export class MerchantApi {
  readonly #trace: Trace
  readonly #clients: ReadonlyMap<string, RestClient>
  readonly #crashes: { count: number }

  private constructor(trace: Trace, clients: ReadonlyMap<string, RestClient>, crashes: { count: number }) {
    this.#trace = trace
    this.#clients = clients
    this.#crashes = crashes
  }

  /** Opens the API, and creates a key for each merchant of the world. */
  static async open(world: ApiWorld): Promise<MerchantApi> {
    const crashes = { count: 0 }
    const kit = { ...world.kit, context: (actor: string) => world.context(actor, () => (crashes.count += 1)) }
    const fetch = makeMemoryFetch(makeApp(kit, undefined))
    const clients = new Map<string, RestClient>()
    for (const merchantId of world.merchantIds) {
      const { key } = await createApiKey(world.kit.context('cli'), merchantId, {
        name: 'simulada',
        scopes: SCOPES,
      })
      clients.set(merchantId, new RestClient('http://service.test', key, fetch))
    }
    return new MerchantApi(world.trace, clients, crashes)
  }

  /**
   * Sends a POST request.
   * @throws Crash when the process crashed during the request.
   * @throws Problem when the API answered 409.
   * @throws Error when the API answered with any other error.
   */
  async call(merchantId: string, { path, body, idempotencyKey }: ApiCall): Promise<ApiAnswer> {
    const client = this.#clients.get(merchantId)
    if (!client) throw new Error(`BUG: MerchantApi.call: the merchant ${merchantId} has no API key`)
    const before = this.#crashes.count
    const answer = await client.post<ApiAnswer['body']>(path, body, { 'idempotency-key': idempotencyKey })
    this.#trace.add(`POST ${path} ${answer.status}`, answer.body)
    if (this.#crashes.count > before) throw new Crash('the process crashed during the request')
    if (answer.status === 409) throw new Problem('conflict', { reason: answer.body.error?.code ?? '' })
    if (answer.status >= 400) throw new Error(`BUG: MerchantApi.call: POST ${path} answered ${answer.status}`)
    return answer
  }
}
