import { Seed } from '../../src/simulation/seed.ts'
import type { Answer, History } from './history.ts'
import { MerchantClient, type ClientOptions } from './merchant-client.ts'

/**
 * The number of a merchant's latest orders that most calls are about. This number is small, so that calls of different
 * clients race.
 */
const RECENT = 4
const AMOUNT_MIN = 1_000
const AMOUNT_MAX = 200_000

export interface LoadOptions extends ClientOptions {
  merchantId: string
  seed: number
  clients: number
  /** The number of randomly chosen calls, without the calls at the beginning and at the end of each history. */
  calls: number
  /** Waits before the next call after a lost answer. */
  backOff: () => Promise<void>
  /** Polls `condition` until it resolves to true. @throws Error after a timeout. */
  until: (what: string, condition: () => Promise<boolean>) => Promise<void>
}

interface Made {
  order: string
  key: string
  amount: number
  payments: number
  refunds: { key: string; amount: number }[]
}

const ACTIONS = [
  { name: 'create', weight: 18 },
  { name: 'repeat', weight: 5 },
  { name: 'conflict', weight: 2 },
  { name: 'pay', weight: 14 },
  { name: 'cancel', weight: 5 },
  { name: 'refund', weight: 9 },
  { name: 'repeatRefund', weight: 4 },
  { name: 'get', weight: 18 },
  { name: 'list', weight: 5 },
  { name: 'refunds', weight: 5 },
  { name: 'balance', weight: 9 },
  { name: 'statement', weight: 6 },
] as const

type Action = (typeof ACTIONS)[number]['name']

/** Makes the calls of one merchant from several clients. Each client makes one call at a time. */
export class Load {
  readonly client: MerchantClient
  readonly #options: LoadOptions
  readonly #seed: Seed
  readonly #made: Made[] = []
  #left: number
  #number = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.#seed = new Seed(options.seed)
    this.#left = options.calls
    this.client = new MerchantClient(options)
  }

  /**
   * Makes all calls, waits until all payments and refunds are complete, then reads all lists, the balance and the
   * merchant's statement once.
   */
  async run(): Promise<History> {
    const { merchantId, clients, until } = this.#options
    try {
      await this.#begin()
      await Promise.all(Array.from({ length: clients }, () => this.#loop()))
      await until('the end of the last payments and refunds', () => this.#isQuiet())
      await this.#readAll()
    } catch (error) {
      const last = JSON.stringify(this.client.calls.at(-1))
      throw new Error(`The calls of merchant ${merchantId} ended with an error. The last call: ${last}`, {
        cause: error,
      })
    }
    return { merchantId, calls: this.client.calls }
  }

  /** Makes the calls that every history contains: a charge that is paid and partly refunded. */
  async #begin(): Promise<void> {
    await this.#create()
    const [made] = this.#made
    if (!made) throw new Error('BUG: the first charge was not created')
    const again = { kind: 'create', order: made.order, key: made.key, amount: made.amount } as const
    await this.#certainly(() => this.client.call(again))
    await this.#options.until('the issuance of the first charge', () => this.#shows(made, 'pending'))
    await this.#certainly(() => this.client.call({ kind: 'balance' }))
    await this.#pay(made)
    await this.#options.until('the first payment', () => this.#shows(made, 'paid'))
    await this.#certainly(() => this.client.call({ kind: 'balance' }))
    await this.#refund(made)
  }

  async #shows({ order }: Made, status: string): Promise<boolean> {
    const answer = await this.client.call({ kind: 'get', order })
    return answer.outcome === 'ok' && answer.seen.kind === 'charge' && answer.seen.charge.status === status
  }

  /** Returns whether every payment is recorded and every refund is completed. */
  async #isQuiet(): Promise<boolean> {
    const list = await this.client.call({ kind: 'list' })
    if (list.outcome !== 'ok' || list.seen.kind !== 'charges') return false
    const seen = new Map(list.seen.charges.map((charge) => [charge.order, charge]))
    if (this.#made.some(({ order, payments }) => payments !== (seen.get(order)?.payments ?? 0))) return false
    const balance = await this.client.call({ kind: 'balance' })
    return (
      balance.outcome === 'ok' && balance.seen.kind === 'balance' && balance.seen.positions.case_hold === 0
    )
  }

  async #readAll(): Promise<void> {
    await this.#certainly(() => this.client.call({ kind: 'list' }))
    for (const { order, refunds } of this.#made)
      if (refunds.length > 0 && this.client.charges.has(order))
        await this.#certainly(() => this.client.call({ kind: 'refunds', order }))
    await this.#certainly(() => this.client.call({ kind: 'balance' }))
    await this.#certainly(() => this.client.call({ kind: 'statement' }))
  }

  async #certainly(call: () => Promise<Answer>): Promise<void> {
    while ((await call()).outcome === 'unknown') await this.#options.backOff()
  }

  async #loop(): Promise<void> {
    while (this.#left-- > 0) {
      const answer = await this.#act(this.#seed.weighted(ACTIONS).name)
      if (answer?.outcome === 'unknown' && answer.why !== 'asynchronous') await this.#options.backOff()
    }
  }

  #act(action: Action) {
    const made = this.#recent()
    const isKnown = made !== undefined && this.client.charges.has(made.order)
    if (action === 'list' || action === 'balance' || action === 'statement')
      return this.client.call({ kind: action })
    if (action === 'create' || !made) return this.#create()
    const { order } = made
    if (!isKnown || action === 'repeat')
      return this.client.call({ kind: 'create', order, key: made.key, amount: made.amount })
    switch (action) {
      case 'conflict':
        return this.client.call({ kind: 'create', order, ...this.#conflicting(made) })
      case 'pay':
        return this.#pay(made)
      case 'refund':
        return this.#refund(made)
      case 'repeatRefund':
        return this.#repeatRefund(made)
      case 'cancel':
        // A cancellation that races with a payment is the case of interest, but most charges must become paid.
        return this.client.call({ kind: this.#seed.chance(0.6) ? 'cancel' : 'get', order })
      default:
        return this.client.call({ kind: action, order })
    }
  }

  #recent(): Made | undefined {
    const from = this.#seed.chance(0.8) ? this.#made.slice(-RECENT) : this.#made
    return this.#seed.pick(from)
  }

  #create() {
    const name = `${this.#options.seed}-${++this.#number}`
    const amount = this.#seed.between(AMOUNT_MIN, AMOUNT_MAX)
    const made = { order: `order-${name}`, key: `create-${name}`, amount, payments: 0, refunds: [] }
    this.#made.push(made)
    return this.client.call({ kind: 'create', order: made.order, key: made.key, amount })
  }

  #conflicting({ key, amount }: Made): { key: string; amount: number } {
    return this.#seed.chance(0.5)
      ? { key, amount: amount + 1 }
      : { key: `other-${this.#options.seed}-${++this.#number}`, amount }
  }

  /**
   * Pays the charge. If the charge is already paid, usually only reads it, and pays it again in one of ten cases. The
   * service returns the second payment to the payer.
   */
  #pay(made: Made) {
    const { order, amount } = made
    if (made.payments > 0 && !this.#seed.chance(0.1)) return this.client.call({ kind: 'get', order })
    made.payments++
    const number = String(++this.#number).padStart(8, '0')
    const endToEndId = `E99999004${String(this.#options.seed).padStart(15, '0')}${number}`
    return this.client.call({ kind: 'paid', order, endToEndId, amount })
  }

  #refund(made: Made) {
    const { order } = made
    const amount = this.#seed.chance(0.2) ? made.amount : this.#seed.between(1, Math.ceil(made.amount / 2))
    const refund = { key: `refund-${this.#options.seed}-${++this.#number}`, amount }
    made.refunds.push(refund)
    return this.client.call({ kind: 'refund', order, ...refund })
  }

  #repeatRefund(made: Made) {
    const refund = this.#seed.pick(made.refunds)
    if (!refund) return this.client.call({ kind: 'get', order: made.order })
    const amount = this.#seed.chance(0.2) ? refund.amount + 1 : refund.amount
    return this.client.call({ kind: 'refund', order: made.order, key: refund.key, amount })
  }
}
