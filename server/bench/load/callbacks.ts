import { performance } from 'node:perf_hooks'
import { Client } from 'pg'
import { Pool } from 'undici'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { toReais } from '../../src/kernel/money.ts'
import { noteSent } from './receiver.ts'
import type { Job, Payable, Result } from './jobs.ts'
import { inLoops, Tally } from './tally.ts'

type CallbackJob = Extract<Job, { kind: 'callbacks' }>

const LOOK_MS = 25

/**
 * Plays the network: posts callbacks for the charges in turn until the time or the charges are over. Counts Pix; times
 * are those of the callbacks' answers.
 */
export async function sendCallbacks(job: CallbackJob): Promise<Result> {
  const pool = new Pool(new URL(job.url).origin, { connections: job.connections })
  const waiting = await watchWaiting(job.databaseUrl)
  const tally = new Tally()
  const turns = takeTurns(job)
  let sent = 0
  await inLoops(job, async () => {
    while (waiting.count() + sent - waiting.sentWhenAsked() > job.waitingMax) await waiting.asked(() => sent)
    const charges = await turns()
    if (charges.length === 0) return 'done'
    sent += charges.length
    await tally.time(() =>
      postCallback(pool, new URL(job.url).pathname, { charges, dueMs: performance.now() }),
    )
    return 'more'
  })
  await waiting.end()
  await pool.close()
  return tally.result(sent)
}

/** The next charges to pay: as many as a callback carries, or, at a fixed rate, one when its time has come. */
function takeTurns({ charges, pixMax, perSecond }: CallbackJob): () => Promise<Payable[]> {
  const startMs = performance.now()
  let next = 0
  return async () => {
    const count = 1 + (systemIds.bytes(1).readUInt8() % pixMax)
    const taken = charges.slice(next, next + count)
    next += count
    if (perSecond !== null) {
      const dueMs = startMs + ((next - 1) * 1000) / perSecond
      await systemClock.sleep(Math.max(0, dueMs - performance.now()))
    }
    return taken
  }
}

/** Posts one callback for the charges. Their webhooks are timed from `dueMs`. @throws unless the answer is 200. */
export async function postCallback(
  pool: Pool,
  path: string,
  { charges, dueMs }: { charges: Payable[]; dueMs: number },
): Promise<void> {
  const now = systemClock.now()
  const pix = charges.map((charge) => ({
    endToEndId: `E${charge.id.replaceAll('-', '').slice(-31)}`,
    txid: charge.id.replaceAll('-', ''),
    valor: toReais(BigInt(charge.amountCents)),
    horario: now.toISOString(),
    chave: 'bench',
  }))
  for (const { endToEndId } of pix) noteSent(endToEndId, dueMs)
  const headers = { 'content-type': 'application/json' }
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ pix }),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`)
}

/** Knows, from moment to moment, how many payments wait in the inbox. */
async function watchWaiting(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  let count = 0
  let sentWhenAsked = 0
  let asking: Promise<void> | undefined
  const ask = async (sent: () => number): Promise<void> => {
    await systemClock.sleep(LOOK_MS)
    const sentBefore = sent()
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from network_inbox where state = 'waiting'`,
    )
    count = rows[0]?.n ?? 0
    sentWhenAsked = sentBefore
    asking = undefined
  }
  return {
    count: () => count,
    sentWhenAsked: () => sentWhenAsked,
    asked: (sent: () => number) => (asking ??= ask(sent)),
    end: () => client.end(),
  }
}
