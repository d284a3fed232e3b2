import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { until } from '../../bench/stack.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { postJson } from '../post-json.ts'
import type { Psp } from './psps.ts'

const REFUNDS_EACH = 5
/** The amount of each refund in centavos. */
const REFUND_CENTS = 400
const WAIT_MAX_MS = 180_000

/** The paid charges of one receiving account, and what happened to their refunds. */
interface Refunds {
  psp: Psp
  ids: string[]
  accepted: number
  completedWhileDead: number
}

const PENDING = `select id from charge where status = 'pending' and pix_account_id = $1 limit $2`
const UNPAID = `select count(*) as count from charge where id = any($1) and status <> 'paid'`
const OWNERS = 'select id, merchant_id as merchant from charge where id = any($1)'
const COMPLETED = `select count(*) as count from refund where charge_id = any($1) and status = 'completed'`

/** Refunds of earlier charges that merchants request while the PSP of the charges is down. */
export class RefundsWhileDead {
  readonly #deployment: Deployment
  readonly #keys: ReadonlyMap<string, string>
  readonly #all = new Map<string, Refunds>()

  constructor(deployment: Deployment, merchants: readonly BenchMerchant[]) {
    this.#deployment = deployment
    this.#keys = new Map(merchants.map(({ id, apiKey }) => [id, apiKey]))
  }

  /** Pays some charges of a receiving account, and waits until the service has recorded the payments. */
  async prepare(psp: Psp): Promise<void> {
    const { owner } = this.#deployment
    const { rows } = await owner.query<{ id: string }>(PENDING, [psp.id, REFUNDS_EACH])
    const ids: string[] = []
    for (const { id } of rows) if (await psp.pay(id)) ids.push(id)
    await until(`the service to record the payments at ${psp.id}`, WAIT_MAX_MS, async () => {
      const { rows: unpaid } = await owner.query<{ count: bigint }>(UNPAID, [ids])
      return unpaid[0]?.count === 0n
    })
    this.#all.set(psp.id, { psp, ids, accepted: 0, completedWhileDead: 0 })
  }

  /** Requests a refund of a part of each charge. */
  async request(psp: Psp): Promise<void> {
    const refunds = this.#of(psp)
    const { origin, owner } = this.#deployment
    const { rows } = await owner.query<{ id: string; merchant: string }>(OWNERS, [refunds.ids])
    for (const { id, merchant } of rows) {
      const headers = {
        authorization: `Bearer ${this.#keys.get(merchant) ?? ''}`,
        'idempotency-key': systemIds.bytes(8).toString('hex'),
      }
      const body = { amount_cents: REFUND_CENTS }
      const made = await postJson(`${origin}/v1/pix/charges/${id}/refunds`, body, headers)
      if (made['id'] !== undefined) refunds.accepted += 1
    }
  }

  /** Counts the completed refunds while the PSP is down. A PSP that is down can complete no refund. */
  async end(psp: Psp): Promise<void> {
    const refunds = this.#of(psp)
    refunds.completedWhileDead = await this.#countCompleted(refunds)
  }

  /**
   * Waits until the refunds are completed. Returns the faults: accounts without any request, refused requests, refunds
   * that completed while their PSP was down, and refunds that did not complete after its restart.
   */
  async check(): Promise<string[]> {
    const faults: string[] = []
    for (const refunds of this.#all.values()) {
      const { psp, ids, accepted, completedWhileDead } = refunds
      const isDone = async () => (await this.#countCompleted(refunds)) === accepted
      await until(`the refunds at ${psp.id} to be completed`, WAIT_MAX_MS, isDone).catch(() => undefined)
      const completed = await this.#countCompleted(refunds)
      const line = `${psp.id}: ${ids.length} refunds requested while the PSP was down, ${accepted} accepted, ${completed} completed later`
      process.stdout.write(`${line}\n`)
      if (ids.length === 0 || accepted < ids.length || completed < accepted || completedWhileDead > 0)
        faults.push(`${line}, ${completedWhileDead} completed while it was down`)
    }
    return faults
  }

  #of(psp: Psp): Refunds {
    const refunds = this.#all.get(psp.id)
    if (!refunds) throw new Error(`BUG: RefundsWhileDead.prepare was not called for the PSP ${psp.id}`)
    return refunds
  }

  async #countCompleted({ ids }: Refunds): Promise<number> {
    const { rows } = await this.#deployment.owner.query<{ count: bigint }>(COMPLETED, [ids])
    return Number(rows[0]?.count ?? 0n)
  }
}
