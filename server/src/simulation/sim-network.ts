import { createNetwork, type Network } from '../../simulator/network.ts'
import type { Fault } from '../../simulator/faults.ts'
import type { MedInput } from '../../simulator/meds.ts'
import type { PayInput } from '../../simulator/payments.ts'
import type { Change, Med, MedOutcome, Pix } from '../../simulator/records.ts'
import type { Clock } from '../kernel/clock.ts'
import { makeLog } from '../kernel/log.ts'
import { makeApiPix } from '../pix/api-pix.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { Seed } from './seed.ts'

export const CLIENT = { id: 'simulated', secret: 'simulated' }

/** The receiving accounts of a world. Each receiving account is at its own simulated PSP. */
export const SIM_ACCOUNTS = [DEFAULT_PIX_ACCOUNT, 'second'] as const
export type SimAccount = (typeof SIM_ACCOUNTS)[number]

/** The Pix key (DICT) of a receiving account. */
export const pixKeyOf = (account: SimAccount): string => `${account}@simulada.example`

/** The base URL of the PSP of a receiving account. Only the `fetch` of this PSP can reach the URL. */
export const baseUrlOf = (account: SimAccount): string => `http://${account}.test`

interface Psp {
  network: Network
  /** How many of the next calls fail because the PSP refuses the connection. */
  deadCalls: number
}

interface Options {
  seed: Seed
  clock: Clock
  /** Resolves when the call `what` to a PSP may begin. */
  turn: (what: string) => Promise<void>
  /** Receives the callbacks of the PSP of a receiving account. Returns the HTTP status. */
  receive: (account: SimAccount, url: string, body: string) => Promise<number>
}

/** The simulated PSPs of a world, one for each receiving account. Stores the records of each PSP. */
export class SimNetwork {
  /** Every Pix with its returns, at all PSPs. */
  readonly pix = new Map<string, Pix>()
  /** Every MED, at all PSPs. */
  readonly meds = new Map<string, Med>()
  /** The receiving accounts whose PSPs have a charge, by txid. */
  readonly cobAccounts = new Map<string, Set<SimAccount>>()
  /** The receiving account whose PSP received a Pix, by the end-to-end id of the Pix. */
  readonly pixAccounts = new Map<string, SimAccount>()
  readonly #psps: ReadonlyMap<SimAccount, Psp>
  readonly #clock: Clock
  readonly #turn: Options['turn']

  constructor({ seed, clock, turn, receive }: Options) {
    this.#clock = clock
    this.#turn = turn
    const open = (account: SimAccount, number: number): Psp => {
      // Each PSP has its own random numbers, so that a call in the background does not change the random numbers of the
      // actions.
      const own = new Seed(seed.number * SIM_ACCOUNTS.length + number)
      const network = createNetwork({
        clock,
        random: () => own.next(),
        clients: [CLIENT],
        save: (change) => this.#save(account, change),
        deliver: async (url, body) => {
          await turn(`callback of ${account} ${url} ${body}`)
          return { status: await receive(account, url, body) }
        },
      })
      return { network, deadCalls: 0 }
    }
    this.#psps = new Map(SIM_ACCOUNTS.map((account, number) => [account, open(account, number)]))
  }

  /** Returns the production adapter for the PSP of a receiving account. */
  adapter(account: SimAccount): PixProvider {
    const baseUrl = baseUrlOf(account)
    return makeApiPix({
      baseUrl,
      tokenUrl: `${baseUrl}/oauth/token`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      key: pixKeyOf(account),
      clock: this.#clock,
      log: makeLog('silent'),
      fetch: (url, init) => this.#fetch(account, url, init),
    })
  }

  /** Returns whether a PSP has the charge. */
  hasCob(txid: string): boolean {
    return this.cobAccounts.has(txid)
  }

  /** Pays a charge at the PSP that has it. */
  pay(input: PayInput & { txid: string }): Pix[] {
    return this.#ofCob(input.txid).pay(input)
  }

  /** Removes a charge at the PSP that has it, in the same way as a PSP does. */
  removeCob(txid: string): void {
    this.#ofCob(txid).removeCob(txid)
  }

  openMed(input: MedInput & { endToEndId: string }): Med {
    return this.#ofPix(input.endToEndId).openMed(input)
  }

  endMed({ id, endToEndId }: Med, outcome: MedOutcome): void {
    this.#ofPix(endToEndId).endMed(id, outcome)
  }

  setFault(account: SimAccount, fault: Fault): void {
    this.#psp(account).network.setFault(fault)
  }

  /** Lets the next calls to a PSP fail before a connection exists, as if the process of the PSP had ended. */
  setDead(account: SimAccount, calls: number): void {
    this.#psp(account).deadCalls = calls
  }

  /** Removes the faults of all PSPs. */
  liftFaults(): void {
    for (const psp of this.#psps.values()) {
      psp.network.liftFaults()
      psp.deadCalls = 0
    }
  }

  /** Resolves once no PSP is sending a callback. */
  async idle(): Promise<void> {
    for (const { network } of this.#psps.values()) await network.idle()
  }

  close(): void {
    for (const { network } of this.#psps.values()) network.close()
  }

  async #fetch(account: SimAccount, url: string, init: RequestInit): Promise<Response> {
    await this.#turn(`call ${account} ${init.method ?? ''} ${url}`)
    const psp = this.#psp(account)
    if (psp.deadCalls === 0) return psp.network.fetch(url, init)
    psp.deadCalls -= 1
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' })
    throw new TypeError('fetch failed', { cause })
  }

  #psp(account: SimAccount): Psp {
    const psp = this.#psps.get(account)
    if (!psp) throw new Error(`BUG: the receiving account ${account} has no PSP`)
    return psp
  }

  #ofCob(txid: string): Network {
    const [account] = this.cobAccounts.get(txid) ?? []
    return this.#psp(account ?? DEFAULT_PIX_ACCOUNT).network
  }

  #ofPix(endToEndId: string): Network {
    return this.#psp(this.pixAccounts.get(endToEndId) ?? DEFAULT_PIX_ACCOUNT).network
  }

  #save(account: SimAccount, change: Change): void {
    if (change.kind === 'med') this.meds.set(change.med.id, change.med)
    if (change.kind === 'pix') {
      this.pix.set(change.pix.endToEndId, change.pix)
      this.pixAccounts.set(change.pix.endToEndId, account)
    }
    if (change.kind !== 'cob') return
    const { txid } = change.cob
    this.cobAccounts.set(txid, (this.cobAccounts.get(txid) ?? new Set()).add(account))
  }
}
