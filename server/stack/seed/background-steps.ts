import { z } from 'zod'
import { systemClock } from '../../src/kernel/clock.ts'
import { DEMO_CHARGES } from './charges.ts'
import { createCharge, payCharge, SeedError, untilStatus, type DemoClients, type SeedStep } from './demo.ts'

/** Demo data for finance. These steps run after the stack has started, because payouts need settled money. */
export const BACKGROUND_STEPS: SeedStep[] = [
  { name: 'the bank account that payouts go to', run: setBankAccount },
  { name: 'a payment that its bank took back (MED)', run: contested },
  { name: 'a payout', run: payout },
]

const BANK_ACCOUNT = {
  '--ispb': '60701190',
  '--branch': '0910',
  '--number': '7654321-0',
  '--type': 'checking',
  '--holder-name': 'Torrefação Boa Vista Ltda',
  '--holder-document': '11444777000161',
}

async function setBankAccount({ cli, gatewayId }: DemoClients): Promise<void> {
  await cli(['account', 'set-bank', '--account', gatewayId, ...Object.entries(BANK_ACCOUNT).flat(), '--json'])
}

const Paid = z.object({ end_to_end_id: z.string(), status: z.string() })

/**
 * Makes the simulated network return payments to their payers (MED). The service records each of these returns as a
 * lost dispute.
 */
async function contested(demo: DemoClients): Promise<void> {
  for (const body of DEMO_CHARGES.contested.bodies) {
    const charge = await createCharge(demo, body)
    await payCharge(demo, charge)
    const read = await demo.merchant('GET', `/v1/pix/charges/${charge.id}`)
    const { end_to_end_id: endToEndId, status } = Paid.parse(read)
    if (status === 'paid')
      await demo.network('POST', '/simulator/med', { end_to_end_id: endToEndId, delay_ms: 0 })
    await untilStatus(demo, charge.id, 'refunded')
  }
}

const REFERENCE = 'TED-2026-0001'
const PAYOUT_CENTS = 50_000
const SETTLEMENT_TIMEOUT_MS = 60_000
const POLL_MS = 1_000

const Balance = z.object({ available_cents: z.string() })
const Payouts = z.object({ items: z.array(z.object({ external_reference: z.string() })) })

async function payout(demo: DemoClients): Promise<void> {
  const { items } = Payouts.parse(await demo.merchant('GET', '/v1/payouts/by-service'))
  if (items.some((item) => item.external_reference === REFERENCE)) return
  await untilAvailable(demo)
  const options = { '--account': demo.gatewayId, '--amount': String(PAYOUT_CENTS), '--reference': REFERENCE }
  const paidAt = systemClock.now().toISOString()
  await demo.cli(['payout', 'record', ...Object.entries(options).flat(), '--paid-at', paidAt, '--json'])
}

async function untilAvailable(demo: DemoClients): Promise<void> {
  for (let waited = 0; waited < SETTLEMENT_TIMEOUT_MS; waited += POLL_MS) {
    const { available_cents: available } = Balance.parse(await demo.merchant('GET', '/v1/balance'))
    if (Number(available) >= PAYOUT_CENTS) return
    await systemClock.sleep(POLL_MS)
  }
  throw new SeedError(
    `The demo merchant had less than ${PAYOUT_CENTS} centavos available after ${SETTLEMENT_TIMEOUT_MS / 1000} s.`,
  )
}
