import { storeNotices } from '../disputes/notices/store-notices.ts'
import { makeCallbackReceiver } from '../inbox/receive-callback.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { openKit, type Kit, type ServiceContext } from '../kit.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { setBankAccount } from '../payouts/set-bank-account.ts'
import { registerEndpoint } from '../webhooks/endpoints/register-endpoint.ts'
import { registerCallbacks } from '../pix-accounts/callback-accounts.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { createPixAccount } from '../pix-accounts/manage/create-pix-account.ts'
import { CrashPlan, withCrashes } from './crash.ts'
import { MerchantApi, type ApiAnswer, type ApiCall } from './merchant-api.ts'
import { Receiver } from './receiver.ts'
import { Seed } from './seed.ts'
import { baseUrlOf, CLIENT, pixKeyOf, SimNetwork, type SimAccount } from './sim-network.ts'
import { gateStatements, isPool } from './steps/gate-statements.ts'
import { Scheduler } from './steps/scheduler.ts'
import { SimClock, WORLD_START } from './steps/sim-clock.ts'
import { Trace } from './steps/trace.ts'

/** The lists of receiving accounts, one list for each merchant. */
const MERCHANT_ACCOUNTS = [['default', 'second'], ['second', 'default'], []] as const
const CALLBACK_SECRET = 'simulated-callback'
const BANK_ACCOUNT = {
  ispb: '12345678',
  branch: '1',
  account: '123456-7',
  type: 'checking' as const,
  holderName: 'Loja',
  holderDocument: '11444777000161',
}
/** Raises the time limits that run in real time to a day, so that none of them ends a wait of this world. */
const NO_REAL_LIMITS = { callMs: 86_400_000, connectMs: 86_400_000, turnMs: 86_400_000 }
const CRASH_CHANCE = 0.2
/**
 * The highest number of the crash point at which an action may crash, because most actions reach two to four crash
 * points.
 */
const CRASH_POINT_MAX = 4

/**
 * The requests of merchants, payers and staff, and the results that the service has acknowledged. The id of a charge is
 * empty until the service has acknowledged the charge. The checks compare this state with the database.
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

type Parts = Pick<SimWorld, 'seed' | 'clock' | 'network' | 'kit' | 'receiver'> & {
  scheduler: Scheduler
  closeMonitor: () => Promise<void>
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
  readonly network: SimNetwork
  readonly kit: Kit
  readonly receiver: Receiver
  readonly #receiveCallback = makeCallbackReceiver(() => this.safeContext('network'))
  readonly #scheduler: Scheduler
  readonly #closeMonitor: () => Promise<void>
  #merchantApi: MerchantApi | undefined

  private constructor(parts: Parts) {
    this.#scheduler = parts.scheduler
    this.#closeMonitor = parts.closeMonitor
    this.seed = parts.seed
    this.clock = parts.clock
    this.network = parts.network
    this.kit = parts.kit
    this.receiver = parts.receiver
  }

  /** Opens a world on a new, migrated database. Every step of the world is added to `trace`. */
  static async open(databaseUrl: string, seedNumber: number, trace = new Trace()): Promise<SimWorld> {
    const seed = new Seed(seedNumber)
    // The order of the steps has its own random numbers, so that a change of the service's SQL statements does not
    // change the actions.
    const orderSeed = new Seed(~seedNumber)
    const clock = new SimClock(WORLD_START, orderSeed)
    const scheduler = new Scheduler({ clock, seed: orderSeed, trace })
    const receiver = new Receiver(seed, (url) => scheduler.turn(`webhook ${url}`))
    const callbacks: { receive?: (account: SimAccount, url: string, body: string) => Promise<number> } = {}
    const network = new SimNetwork({
      seed,
      clock,
      turn: (what) => scheduler.turn(what),
      receive: (...callback) => callbacks.receive?.(...callback) ?? Promise.resolve(503),
    })
    const { config, secrets } = readConfig(settings(databaseUrl, seed))
    const kit = await openKit(config, secrets, {
      ...NO_REAL_LIMITS,
      clock,
      ids: seed.ids(),
      pix: network.adapter('default'),
      openPixAccount: () => ({ provider: network.adapter('second'), close: () => Promise.resolve() }),
      sender: receiver,
      storesPixCalls: false,
    })
    const pool = await kit.database.pool()
    if (!isPool(pool)) throw new Error('BUG: the database has no pool of the pg driver')
    const closeMonitor = await gateStatements(pool, databaseUrl, scheduler)
    const world = new SimWorld({ seed, clock, network, kit, receiver, scheduler, closeMonitor })
    callbacks.receive = (...callback) => world.#takeCallback(...callback)
    await world.drive(() => world.#setUp())
    return world
  }

  /** Returns the result of `work`. The seed decides the order of all steps only inside `drive`. */
  drive<T>(work: () => Promise<T>): Promise<T> {
    return this.#scheduler.drive(work)
  }

  /** The steps and answers of this world, one line each. */
  get trace(): Trace {
    return this.#scheduler.trace
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

  /**
   * Sends a call to the merchant API over HTTP, with the API key of the merchant. The call sometimes crashes at a
   * random point.
   */
  callApi(merchantId: string, call: ApiCall): Promise<ApiAnswer> {
    if (!this.#merchantApi) throw new Error('BUG: callApi: the world is not set up')
    return this.#merchantApi.call(merchantId, call)
  }

  async close(): Promise<void> {
    this.network.close()
    // The service may be testing a PSP that does not answer. Closing the kit then waits until this call times out.
    await this.drive(() => this.kit.close())
    await this.#closeMonitor()
  }

  async #takeCallback(account: SimAccount, url: string, body: string): Promise<number> {
    if (this.seed.chance(0.1)) return 500
    if (url.endsWith('/infracoes')) await storeNotices(this.context('network'), JSON.parse(body))
    else
      await this.#receiveCallback(this.safeContext('network'), {
        pixAccountId: account,
        pixKey: pixKeyOf(account),
        body: JSON.parse(body),
      })
    return 200
  }

  async #setUp(): Promise<void> {
    const ctx = this.safeContext('cli')
    await createPixAccount(ctx, {
      id: 'second',
      profile: 'standard',
      environment: 'sandbox',
      baseUrl: baseUrlOf('second'),
      tokenUrl: `${baseUrlOf('second')}/oauth/token`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      pixKey: pixKeyOf('second'),
    })
    await registerCallbacks(ctx, 'http://service.test/network', CALLBACK_SECRET)
    for (const [n, accounts] of MERCHANT_ACCOUNTS.entries()) {
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
      if (accounts.length > 0) await assignPixAccounts(ctx, merchant.id, accounts)
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
    PIX_BASE_URL: baseUrlOf('default'),
    PIX_TOKEN_URL: `${baseUrlOf('default')}/oauth/token`,
    PIX_CLIENT_ID: CLIENT.id,
    PIX_CLIENT_SECRET: CLIENT.secret,
    PIX_CALLBACK_SECRET: CALLBACK_SECRET,
    PIX_KEY: pixKeyOf('default'),
    ENCRYPTION_KEYS: `s:${chance.bytes(32).toString('base64')}`,
    CURSOR_SECRET: chance.bytes(24).toString('hex'),
    EMBEDDED: '1',
  }
}
