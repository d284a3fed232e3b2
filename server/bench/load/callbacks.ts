import { Pool } from 'undici'
import { systemClock } from '../../src/kernel/clock.ts'
import { toReais } from '../../src/kernel/values/money.ts'
import { CONNECTIONS } from '../bench.ts'
import type { Deployment } from '../deployment.ts'
import { connect } from '../stack.ts'
import { repeat, statsOf, type Repeat, type Stats } from './stats.ts'

/** A pending charge. */
export interface Payable {
  id: string
  amountCents: bigint
  merchantId: string
}

const WAITING_MAX = 1_000
const REFRESH_MS = 25

/** Acts as the PSP: pays charges, with one callback each. */
export class Callbacks {
  readonly #deployment: Deployment
  readonly #pool: Pool

  constructor(deployment: Deployment) {
    this.#deployment = deployment
    this.#pool = new Pool(deployment.origin, { connections: CONNECTIONS })
  }

  /**
   * Pays the charges in turn as fast as the service accepts callbacks. At most 1,000 payments wait in its inbox.
   * Latencies are those of the responses to the callbacks.
   */
  async payAll(charges: readonly Payable[], run: Omit<Repeat, 'connections'>): Promise<Stats> {
    const inbox = await watchInbox(this.#deployment)
    let sent = 0
    const stats = await repeat({ ...run, connections: CONNECTIONS }, async () => {
      while (inbox.waiting(sent) >= WAITING_MAX) await inbox.refresh(() => sent)
      const charge = charges[sent]
      if (!charge) return 'done'
      sent += 1
      return this.#post(charge, performance.now())
    })
    await inbox.close()
    return stats
  }

  /**
   * Pays each charge at its scheduled time, even if earlier callbacks were not answered. Latencies count from the
   * scheduled time, so a stall counts for every payment that it delays (no coordinated omission). `seconds` is the time
   * until the last callback was sent.
   */
  async payAt(charges: readonly (Payable & { atMs: number })[]): Promise<Stats> {
    const startMs = performance.now()
    const answered: Promise<number>[] = []
    for (const charge of charges.toSorted((a, b) => a.atMs - b.atMs)) {
      const dueMs = startMs + charge.atMs
      if (dueMs > performance.now()) await systemClock.sleep(dueMs - performance.now())
      const answer = this.#post(charge, dueMs).then(() => performance.now() - dueMs)
      answer.catch(() => undefined)
      answered.push(answer)
    }
    const seconds = (performance.now() - startMs) / 1000
    return statsOf(await Promise.all(answered), seconds)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #post({ id, amountCents }: Payable, dueMs: number): Promise<void> {
    const { receiver, pspLists } = this.#deployment.stack
    const txid = id.replaceAll('-', '')
    const pix = {
      endToEndId: `E${txid.slice(-31)}`,
      txid,
      valor: toReais(amountCents),
      horario: systemClock.now().toISOString(),
      chave: 'bench',
    }
    receiver.expect(pix.endToEndId, dueMs)
    pspLists.add(pix)
    const { statusCode, body } = await this.#pool.request({
      method: 'POST',
      path: new URL(this.#deployment.callbackUrl).pathname,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [pix] }),
    })
    const text = await body.text()
    if (statusCode !== 200)
      throw new Error(`bench: the service answered ${statusCode} to a callback: ${text}`)
  }
}

/** Estimates how many payments wait in the inbox: the last count of the database, plus the callbacks sent since. */
async function watchInbox(deployment: Deployment) {
  const client = await connect(deployment.applicationUrl)
  let known = 0
  let sentBefore = 0
  let refreshing: Promise<void> | undefined
  const refresh = async (sent: () => number): Promise<void> => {
    await systemClock.sleep(REFRESH_MS)
    const sentNow = sent()
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from network_inbox where state = 'waiting'`,
    )
    known = rows[0]?.n ?? 0
    sentBefore = sentNow
    refreshing = undefined
  }
  return {
    waiting: (sent: number) => known + sent - sentBefore,
    refresh: (sent: () => number) => (refreshing ??= refresh(sent)),
    close: () => client.end(),
  }
}
