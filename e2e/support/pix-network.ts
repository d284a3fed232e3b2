import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readDemo, readSettings } from './stack.ts'

const Paid = z.object({ end_to_end_id: z.string() })

const Inbox = z.object({
  items: z.array(
    z.object({
      received_at: z.string(),
      event_id: z.string().nullable(),
      event_type: z.string().nullable(),
      signature: z.string(),
      body: z.string(),
    }),
  ),
})

/** A webhook in the simulator's inbox, with the result of its signature check. */
export type Received = z.infer<typeof Inbox>['items'][number]

const POLL_MS = 20
/**
 * A webhook must arrive within this time after the payment. The pauses of recovery jobs are longer than this time, so
 * the test fails if only a recovery job sends the webhook.
 */
export const FAST_PATH_MS = 10_000

/** Pays a QR code in the simulator as a payer's bank would. Returns the end-to-end id of the payment. */
export async function payQrCode(qrCode: string): Promise<string> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code: qrCode }),
  })
  return Paid.parse(await response.json()).end_to_end_id
}

/** Calls a control route of the simulator. */
export async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`POST /simulator/${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}

/** Makes the next return fail: the simulated PSP accepts it and then does not make it. */
export const failNextReturn = (): Promise<unknown> =>
  control('faults', { on: 'devolucao', mode: 'nao_realizado', count: 1 })

/**
 * Returns the first webhook of this type whose body contains `subject`; undefined if none arrives within FAST_PATH_MS.
 */
export async function waitForWebhook(subject: string, type: string): Promise<Received | undefined> {
  for (let waited = 0; ; waited += POLL_MS) {
    const response = await fetch(`${readDemo().simulator_url}/simulator/inbox?event_type=${type}`)
    const found = Inbox.parse(await response.json()).items.find(({ body }) => body.includes(subject))
    if (found || waited > FAST_PATH_MS) return found
    await sleep(POLL_MS)
  }
}

/** Sets how the simulator's inbox answers webhooks, for all paths or for one path. */
export async function setInboxBehaviour(behaviour: {
  status?: number
  path?: string
  delay_ms?: number
}): Promise<void> {
  const isReset = behaviour.status === undefined
  const response = await fetch(`${readDemo().simulator_url}/simulator/inbox/behaviour`, {
    method: isReset ? 'DELETE' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(isReset ? {} : { body: JSON.stringify(behaviour) }),
  })
  if (!response.ok) throw new Error(`The simulator refused the inbox behaviour with ${response.status}`)
}

/** Sends a Pix callback to the service for a payment that the simulator's list of payments does not contain. */
export async function sendPixCallback(pix: {
  endToEndId: string
  txid: string
  valor: string
  horario: string
}): Promise<void> {
  const address = `${readDemo().base_url}/network/${readSettings().PIX_CALLBACK_SECRET}/pix`
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [pix] }),
  })
  if (!response.ok) throw new Error(`The service refused the Pix callback with ${response.status}`)
}

/** Adds a payment to the simulator's list of payments without sending a callback to the service. */
export async function payWithoutCallback(payment: {
  end_to_end_id: string
  txid: string
  amount_cents: number
}): Promise<void> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...payment, callback: 'lost' }),
  })
  if (!response.ok) throw new Error(`The simulator refused the payment with ${response.status}`)
}

/** Returns an end-to-end id for a payment at `at`. The same record and time always give the same id. */
export const endToEndIdOf = (recordId: string, at: Date): string =>
  `E99999999${at.toISOString().slice(0, 16).replaceAll(/\D/g, '')}${recordId.replaceAll('-', '').slice(0, 11)}`
