import { createNetwork, type Network } from '../../simulator/network.ts'
import type { Med, Pix } from '../../simulator/records.ts'
import { storeNotices } from '../disputes/notices/store-notices.ts'
import { makeCallbackReceiver } from '../inbox/receive-callback.ts'
import { usedConnections, type PoolState } from '../kernel/pool/bound-pool.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { makeLog } from '../kernel/log.ts'
import { openKit, type Kit, type ServiceContext } from '../kit.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { makeApiPix } from '../pix/api-pix.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import { setBankAccount } from '../payouts/set-bank-account.ts'
import { registerEndpoint } from '../webhooks/endpoints/register-endpoint.ts'
import { CrashPlan, withCrashes } from './crash.ts'
import { MerchantApi, type ApiAnswer, type ApiCall } from './merchant-api.ts'
import { Receiver } from './receiver.ts'
import { Seed } from './seed.ts'
import { SimClock } from './sim-clock.ts'

const CLIENT = { id: 'simulated', secret: 'simulated' }
const START = new Date('2026-03-02T12:00:00Z')
const MERCHANTS = 3
const BANK_ACCOUNT = {
  ispb: '12345678',
  branch: '1',
  account: '123456-7',
  type: 'checking' as const,
  holderName: 'Loja',
  holderDocument: '11444777000161',
}
const CRASH_CHANCE = 0.2
/**
 * The crash point at which an action crashes is at most this number, because most actions reach two to four crash
 * points.
 */
const CRASH_POINT_MAX = 4

/**
 * The results that the service has acknowledged to merchants and to the network. The checks compare them with the
 * database.
 */
export interface ExpectedState {
  charges: { merchantId: string; id: string; amountCents: bigint; key: string; order: string }[]
  /** The Pix payments that payers sent. */
  payments: { endToEndId: string; txid: string; amountCents: bigint }[]
  refunds: { merchantId: string; id: string; key: string; chargeId: string }[]
  payouts: { merchantId: string; amountCents: bigint; reference: string }[]
  /** The references of the payouts that the service acknowledged. */
  paidOut: string[]
  /** The calls with which merchants answered disputes, in the order of their first attempt. */
  answers: DisputeAnswer[]
}

/** A call of `POST /v1/disputes/{id}/evidence` or `/accept`. */
export interface DisputeAnswer {
  merchantId: string
  caseId: string
  action: 'evidence' | 'accept'
  key: string
  text: string | undefined
  isAcknowledged: boolean
}

/** The whole service with its own database, and with simulated network, receivers, time and randomness. */
export class SimWorld {
  readonly expected: ExpectedState = {
    charges: [],
    payments: [],
    refunds: [],
    payouts: [],
    paidOut: [],
    answers: [],
  }
  readonly merchantIds: string[] = []
  readonly seed: Seed
  readonly clock: SimClock
  readonly network: Network
  readonly kit: Kit
  readonly receiver: Receiver
  /** Every Pix with its returns, as the simulated network stores it. */
  readonly networkPix: Map<string, Pix>
  /** Every MED, as the simulated network stores it. */
  readonly meds: Map<string, Med>
  readonly #receiveCallback = makeCallbackReceiver(() => this.safeContext('network'))
  #merchantApi: MerchantApi | undefined

  private constructor(
    parts: Pick<SimWorld, 'seed' | 'clock' | 'network' | 'kit' | 'receiver' | 'networkPix' | 'meds'>,
  ) {
    this.seed = parts.seed
    this.clock = parts.clock
    this.network = parts.network
    this.kit = parts.kit
    this.receiver = parts.receiver
    this.networkPix = parts.networkPix
    this.meds = parts.meds
  }

  static async open(databaseUrl: string, seedNumber: number): Promise<SimWorld> {
    const seed = new Seed(seedNumber)
    const pool: { state?: () => PoolState } = {}
    const clock = new SimClock(START, () => pool.state !== undefined && usedConnections(pool.state()) > 0)
    const receiver = new Receiver(seed)
    const networkPix = new Map<string, Pix>()
    const meds = new Map<string, Med>()
    const callbacks: { receive?: (url: string, body: string) => Promise<number> } = {}
    const network = createNetwork({
      clock,
      random: () => seed.next(),
      clients: [CLIENT],
      save: (change) => {
        if (change.kind === 'pix') networkPix.set(change.pix.endToEndId, change.pix)
        if (change.kind === 'med') meds.set(change.med.id, change.med)
      },
      deliver: async (url, body) => ({ status: (await callbacks.receive?.(url, body)) ?? 503 }),
    })
    const { config, secrets } = readConfig(settings(databaseUrl, seed))
    const pix = makeApiPix({
      baseUrl: config.pix.baseUrl,
      tokenUrl: config.pix.tokenUrl,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      key: config.pix.key,
      clock,
      log: makeLog('silent'),
      fetch: network.fetch,
    })
    const kit = await openKit(config, secrets, {
      clock,
      ids: seed.ids(),
      pix,
      sender: receiver,
      storesPixCalls: false,
    })
    pool.state = () => kit.database.poolState()
    const world = new SimWorld({ seed, clock, network, kit, receiver, networkPix, meds })
    callbacks.receive = (url, body) => world.#takeCallback(url, body)
    await clock.drive(world.#setUp())
    return world
  }

  /**
   * Returns the context of a request or a job that may crash at a random point. The context calls `onCrash` when the
   * request or job crashes.
   */
  context(actor: string, onCrash?: () => void): ServiceContext {
    const ctx = this.kit.context(actor)
    const crashes = this.seed.chance(CRASH_CHANCE)
    return crashes ? withCrashes(ctx, new CrashPlan(this.seed.between(1, CRASH_POINT_MAX), onCrash)) : ctx
  }

  /** Returns a context that never crashes. */
  safeContext(actor = 'simulation'): ServiceContext {
    return this.kit.context(actor)
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, () => this.network.idle())
  }

  /**
   * Sends a call to the merchant API over HTTP, with the API key of the merchant. The call sometimes crashes at a
   * random point.
   */
  callApi(merchantId: string, call: ApiCall): Promise<ApiAnswer> {
    if (!this.#merchantApi) throw new Error('BUG: callApi: the world is not set up')
    return this.#merchantApi.call(merchantId, call)
  }

  async close(): Promise<void> {
    await this.#merchantApi?.close()
    this.network.close()
    await this.kit.close()
  }

  async #takeCallback(url: string, body: string): Promise<number> {
    if (this.seed.chance(0.1)) return 500
    if (url.endsWith('/infracoes')) await storeNotices(this.context('network'), JSON.parse(body))
    else
      await this.#receiveCallback(this.safeContext('network'), {
        pixAccountId: DEFAULT_PIX_ACCOUNT,
        pixKey: this.kit.config.pix.key,
        body: JSON.parse(body),
      })
    return 200
  }

  async #setUp(): Promise<void> {
    const ctx = this.safeContext('cli')
    await ctx.pix.of(DEFAULT_PIX_ACCOUNT).registerCallback('http://service.test/network/secret')
    for (let n = 0; n < MERCHANTS; n++) {
      const terms = {
        feePercentBps: this.seed.between(0, 500),
        feeFixedCents: BigInt(this.seed.between(0, 40)),
        reserveBps: this.seed.between(0, 2_000),
        reserveDays: this.seed.between(0, 40),
        settlementDelayDays: this.seed.between(0, 3),
        refundFeePolicy: this.seed.chance(0.5) ? ('prorata' as const) : ('keep' as const),
        disputePolicy: this.seed.chance(0.7)
          ? ('service_advances' as const)
          : ('return_what_exists' as const),
      }
      const merchant = await createMerchant(ctx, { name: `Loja ${n}`, document: `1234567800019${n}`, terms })
      await registerEndpoint(ctx, merchant.id, { url: `https://loja${n}.example/eventos`, eventTypes: [] })
      await setBankAccount(ctx, merchant.id, BANK_ACCOUNT)
      this.merchantIds.push(merchant.id)
    }
    this.#merchantApi = await MerchantApi.open(this)
  }
}

function settings(databaseUrl: string, seed: Seed): Record<string, string> {
  const chance = seed.ids()
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'silent',
    PIX_BASE_URL: 'http://network.test',
    PIX_TOKEN_URL: 'http://network.test/oauth/token',
    PIX_CLIENT_ID: CLIENT.id,
    PIX_CLIENT_SECRET: CLIENT.secret,
    PIX_CALLBACK_SECRET: 'simulated-callback',
    PIX_KEY: 'chave@simulada.example',
    ENCRYPTION_KEYS: `s:${chance.bytes(32).toString('base64')}`,
    CURSOR_SECRET: chance.bytes(24).toString('hex'),
    EMBEDDED: '1',
  }
}
