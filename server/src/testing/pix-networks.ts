import { createNetwork, type Network } from '../../simulator/network.ts'
import type { Client } from '../../simulator/tokens.ts'
import { systemIds } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { ServiceContext } from '../kit.ts'
import { makeApiPix } from '../pix/api-pix.ts'
import type { PixProvider } from '../pix/provider.ts'
import type { Tracing } from '../kernel/tracing/tracing.ts'
import type { OpenAccount } from '../pix-accounts/account-registry.ts'
import { createPixAccount } from '../pix-accounts/manage/create-pix-account.ts'
import { registerCallbacks } from '../pix-accounts/callback-accounts.ts'
import { deliver } from './loopback.ts'
import type { TestClock } from './test-clock.ts'
import { CALLBACK_SECRET } from './world-settings.ts'

const CLIENT = { id: 'second', secret: 'second-secret' }

interface Tools {
  clock: TestClock
  app: { baseUrl: string }
  pixTimeout: { ms: number }
  log: Log
  tracing: Tracing
}

/** How the service signs in at a simulator, and the Pix key of its receiving account there. */
interface Connection {
  host: string
  client: Client
  key: string
}

interface AddedAccount {
  chargeCeilingCents?: bigint
  payoutCeilingCents?: bigint
  /** The callback URL of the receiving account, without the secret at its end. */
  callbackBase?: string
}

/** How many milliseconds a return takes at the simulator. The time is short, so that tests wait only briefly. */
const RETURN_DELAY_MS = 10

/** Creates the simulator of the receiving account `default`. The simulator sends its callbacks to `app`. */
export const createWorldNetwork = (clock: TestClock, app: { baseUrl: string }, client: Client): Network =>
  createNetwork({
    clock,
    random: () => systemIds.bytes(4).readUInt32BE() / 2 ** 32,
    clients: [client],
    medWaitMaxMs: 50,
    deliver: (url, body) => deliver(app.baseUrl + new URL(url).pathname, body),
    returnDelayMs: RETURN_DELAY_MS,
  })

/** The simulators of the receiving accounts that a test adds to its world. Each account has its own PSP. */
export class PixNetworks {
  readonly #tools: Tools
  readonly #networks = new Map<string, Network>()

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /**
   * Creates a receiving account with its own simulator, and registers the callback URL of the account at this
   * simulator.
   */
  async add(
    ctx: ServiceContext,
    id: string,
    { callbackBase = 'http://service.test/network', ...ceilings }: AddedAccount = {},
  ): Promise<Network> {
    const { clock, app } = this.#tools
    const network = createNetwork({
      clock,
      random: () => systemIds.bytes(4).readUInt32BE() / 2 ** 32,
      clients: [CLIENT],
      deliver: (url, body) => deliver(app.baseUrl + new URL(url).pathname, body),
      returnDelayMs: RETURN_DELAY_MS,
    })
    this.#networks.set(`${id}.test`, network)
    await createPixAccount(ctx, {
      id,
      profile: 'standard',
      environment: 'sandbox',
      baseUrl: `http://${id}.test`,
      tokenUrl: `http://${id}.test/oauth/token`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      pixKey: `${id}@pix.example`,
      ...ceilings,
    })
    await registerCallbacks(ctx, callbackBase, CALLBACK_SECRET)
    return network
  }

  readonly open: OpenAccount = ({ id, baseUrl, clientId, pixKey }, { client_secret: secret = '' }) => {
    const { host } = new URL(baseUrl ?? '')
    const network = this.#networks.get(host)
    if (!network) throw new Error(`BUG: the receiving account ${id} has no simulator`)
    const client = { id: clientId ?? '', secret }
    const provider = this.connect(network, { host, client, key: pixKey ?? '' })
    return { provider, close: () => Promise.resolve() }
  }

  /** Returns the production adapter for a simulator. The calls of the adapter have the timeout of the world. */
  connect(network: Network, { host, client, key }: Connection): PixProvider {
    const { clock, pixTimeout, log, tracing } = this.#tools
    return makeApiPix({
      baseUrl: `http://${host}`,
      tokenUrl: `http://${host}/oauth/token`,
      clientId: client.id,
      clientSecret: client.secret,
      key,
      // The adapter calls `sleep` only to wait for its timeout.
      clock: { now: () => clock.now(), sleep: (_ms, signal) => clock.sleep(pixTimeout.ms, signal) },
      log,
      tracing,
      fetch: network.fetch,
    })
  }

  async idle(): Promise<void> {
    for (const network of this.#networks.values()) await network.idle()
  }

  close(): void {
    for (const network of this.#networks.values()) network.close()
  }
}
