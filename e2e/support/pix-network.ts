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

/** A webhook as the merchant's receiver got it, with its own verdict on the signature. */
export type Received = z.infer<typeof Inbox>['items'][number]

const POLL_MS = 20
/** Sooner than anything that was lost would be found: only the straight way is so fast. */
export const FAST_PATH_MS = 10_000

/** Pays what the QR code asks for, as a payer's bank does; answers with the payment's end-to-end id. */
export async function payQrCode(qrCode: string): Promise<string> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code: qrCode }),
  })
  return Paid.parse(await response.json()).end_to_end_id
}

/** Waits for an event of this type whose body tells of `subject`; undefined when none comes the straight way. */
export async function waitForWebhook(subject: string, type: string): Promise<Received | undefined> {
  for (let waited = 0; ; waited += POLL_MS) {
    const response = await fetch(`${readDemo().simulator_url}/simulator/inbox?event_type=${type}`)
    const found = Inbox.parse(await response.json()).items.find(({ body }) => body.includes(subject))
    if (found || waited > FAST_PATH_MS) return found
    await sleep(POLL_MS)
  }
}

/** How the merchant's receiver answers from now on; an empty behaviour makes it behave again. */
export async function setInboxBehaviour(behaviour: { status?: number }): Promise<void> {
  const well = behaviour.status === undefined
  const response = await fetch(`${readDemo().simulator_url}/simulator/inbox/behaviour`, {
    method: well ? 'DELETE' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(well ? {} : { body: JSON.stringify(behaviour) }),
  })
  if (!response.ok) throw new Error(`The receiver took no instruction: ${response.status}`)
}

/** Tells the service of a payment as the network's callback does, whatever the network itself lists. */
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
  if (!response.ok) throw new Error(`The callback was not taken: ${response.status}`)
}

/** Has the network list a payment that it tells nobody of. */
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
  if (!response.ok) throw new Error(`The bank did not pay: ${response.status}`)
}
