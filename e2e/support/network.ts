import { z } from 'zod'
import { readDemo } from './stack.ts'

const Paid = z.object({ end_to_end_id: z.string() })

/** Pays what the QR code asks for, as a payer's bank does; answers with the payment's end-to-end id. */
export async function payAtBank(qrCode: string): Promise<string> {
  const response = await fetch(`${readDemo().simulator_url}/simulator/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code: qrCode }),
  })
  return Paid.parse(await response.json()).end_to_end_id
}
