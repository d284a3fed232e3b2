import type { Pool } from 'undici'

/** Pays a charge at a simulated PSP. Returns false if the PSP does not have the charge or refuses the payment. */
export async function payAtSimulator(bank: Pool, chargeId: string, endToEndId: string): Promise<boolean> {
  const { statusCode, body } = await bank.request({
    path: '/simulator/pay',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txid: chargeId.replaceAll('-', ''), end_to_end_id: endToEndId }),
  })
  await body.dump()
  return statusCode === 200
}
