import { createServer, type Server } from 'node:http'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { makeApp } from '../app.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { Problem } from '../kernel/problem.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import type { Kit, ServiceContext } from '../kit.ts'
import { Crash } from './crash.ts'

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
  merchantIds: readonly string[]
  /** Returns the context of a request that may crash at a random point. */
  context(actor: string, onCrash: () => void): ServiceContext
}

/** The merchant API of a simulated world over HTTP. Requests to this API sometimes crash at a random point. */
export class MerchantApi {
  readonly #server: Server
  readonly #clients: ReadonlyMap<string, RestClient>
  readonly #crashes: { count: number }

  private constructor(server: Server, clients: ReadonlyMap<string, RestClient>, crashes: { count: number }) {
    this.#server = server
    this.#clients = clients
    this.#crashes = crashes
  }

  /** Starts the API on a free port, and creates a key for each merchant of the world. */
  static async open(world: ApiWorld): Promise<MerchantApi> {
    const crashes = { count: 0 }
    const kit = { ...world.kit, context: (actor: string) => world.context(actor, () => (crashes.count += 1)) }
    const server = createServer(makeApp(kit, undefined))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('BUG: the API listens on no port')
    const clients = new Map<string, RestClient>()
    for (const merchantId of world.merchantIds) {
      const { key } = await createApiKey(world.kit.context('cli'), merchantId, {
        name: 'simulada',
        scopes: SCOPES,
      })
      clients.set(merchantId, new RestClient(`http://127.0.0.1:${address.port}`, key))
    }
    return new MerchantApi(server, clients, crashes)
  }

  /**
   * Sends a POST request.
   * @throws Crash when the process crashed during the request; Problem when the API answered 409.
   * @throws Error when the API answered with any other error.
   */
  async call(merchantId: string, { path, body, idempotencyKey }: ApiCall): Promise<ApiAnswer> {
    const client = this.#clients.get(merchantId)
    if (!client) throw new Error(`BUG: callApi: no key for the merchant ${merchantId}`)
    const before = this.#crashes.count
    const answer = await client.post<ApiAnswer['body']>(path, body, { 'idempotency-key': idempotencyKey })
    if (this.#crashes.count > before) throw new Crash('the process died during the request')
    if (answer.status === 409) throw new Problem('conflict', { reason: answer.body.error?.code ?? '' })
    if (answer.status >= 400) throw new Error(`BUG: ${path} answered ${answer.status}`)
    return answer
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
