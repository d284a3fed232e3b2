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
/** Timeout of the direct path from payment to webhook. Recovery jobs run less often, so they cannot meet it. */
export const FAST_PATH_MS = 10_000

/** Pays a QR code as a payer's bank does. Returns the end-to-end id. */
export async function payQrCode(qrCode: string): Promise<string> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code: qrCode }),
  })
  return Paid.parse(await response.json()).end_to_end_id
}

/** Returns the first webhook of this type whose body contains `subject`; undefined if none arrives in FAST_PATH_MS. */
export async function waitForWebhook(subject: string, type: string): Promise<Received | undefined> {
  for (let waited = 0; ; waited += POLL_MS) {
    const response = await fetch(`${readDemo().simulator_url}/simulator/inbox?event_type=${type}`)
    const found = Inbox.parse(await response.json()).items.find(({ body }) => body.includes(subject))
    if (found || waited > FAST_PATH_MS) return found
    await sleep(POLL_MS)
  }
}

/** Sets how the inbox answers webhooks. An empty behaviour resets it. */
export async function setInboxBehaviour(behaviour: { status?: number }): Promise<void> {
  const isReset = behaviour.status === undefined
  const response = await fetch(`${readDemo().simulator_url}/simulator/inbox/behaviour`, {
    method: isReset ? 'DELETE' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(isReset ? {} : { body: JSON.stringify(behaviour) }),
  })
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to the inbox behaviour`)
}

/** Sends a Pix callback to the service, without adding the payment to the simulator's list. */
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
  if (!response.ok) throw new Error(`The service answered ${response.status} to the callback`)
}

/** Creates a payment in the simulator's list without a callback. */
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
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to the payment`)
}
