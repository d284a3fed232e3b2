import { Pool } from 'undici'
import { systemClock } from '../../src/kernel/clock.ts'
import { toReais } from '../../src/kernel/values/money.ts'
import { CONNECTIONS } from '../bench.ts'
import type { Site } from '../site.ts'
import { connect } from '../stack.ts'
import { repeat, statsOf, type Repeat, type Stats } from './stats.ts'

/** A charge that waits for its payer. */
export interface Payable {
  id: string
  amountCents: bigint
  merchantId: string
}

const WAITING_MAX = 1_000
const LOOK_MS = 25

/** Plays the PSP: pays charges by one callback each. */
export class Callbacks {
  readonly #site: Site
  readonly #pool: Pool

  constructor(site: Site) {
    this.#site = site
    this.#pool = new Pool(site.origin, { connections: CONNECTIONS })
  }

  /**
   * Pays the charges in turn as fast as the service takes callbacks while at most 1,000 payments wait in its inbox.
   * Times are those of the callbacks' answers.
   */
  async payAll(charges: readonly Payable[], run: Omit<Repeat, 'connections'>): Promise<Stats> {
    const inbox = await watchInbox(this.#site)
    let sent = 0
    const stats = await repeat({ ...run, connections: CONNECTIONS }, async () => {
      while (inbox.waiting(sent) >= WAITING_MAX) await inbox.look(() => sent)
      const charge = charges[sent]
      if (!charge) return 'done'
      sent += 1
      return this.#post(charge, performance.now())
    })
    await inbox.close()
    return stats
  }

  /**
   * Pays each charge at its time, whether or not earlier callbacks were answered. Times run from the schedule, so a
   * stall counts for every payment that it delays (no coordinated omission). `seconds` is the time until the last
   * callback left.
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
    const { receiver, paidList } = this.#site.stack
    const txid = id.replaceAll('-', '')
    const pix = {
      endToEndId: `E${txid.slice(-31)}`,
      txid,
      valor: toReais(amountCents),
      horario: systemClock.now().toISOString(),
      chave: 'bench',
    }
    receiver.expect(pix.endToEndId, dueMs)
    paidList.add(pix)
    const { statusCode, body } = await this.#pool.request({
      method: 'POST',
      path: new URL(this.#site.callbackUrl).pathname,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pix: [pix] }),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`bench: a callback was answered ${statusCode}: ${text}`)
  }
}

/** Estimates how many payments wait in the inbox: the database's count plus what was sent since it was asked. */
async function watchInbox(site: Site) {
  const client = await connect(site.applicationUrl)
  let known = 0
  let sentBefore = 0
  let looking: Promise<void> | undefined
  const look = async (sent: () => number): Promise<void> => {
    await systemClock.sleep(LOOK_MS)
    const sentNow = sent()
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from network_inbox where state = 'waiting'`,
    )
    known = rows[0]?.n ?? 0
    sentBefore = sentNow
    looking = undefined
  }
  return {
    waiting: (sent: number) => known + sent - sentBefore,
    look: (sent: () => number) => (looking ??= look(sent)),
    close: () => client.end(),
  }
}
