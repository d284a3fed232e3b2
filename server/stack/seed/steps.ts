import { createCharge, payCharge, SeedError, type Demo, type SeedStep } from './demo.ts'
import { DEMO_CHARGES, type DemoCharges } from './charges.ts'

/**
 * What a new demo merchant is given, in this order. To have the demo show something new, add a step: it runs once on
 * every data folder, also on those that exist.
 */
export const SEED_STEPS: SeedStep[] = [
  { name: 'charges that wait for their payer', run: (demo) => make(demo, DEMO_CHARGES.pending) },
  { name: 'charges that are paid', run: (demo) => make(demo, DEMO_CHARGES.paid) },
  { name: 'charges that the network refused', run: (demo) => make(demo, DEMO_CHARGES.failed) },
]

async function make(demo: Demo, charges: DemoCharges): Promise<void> {
  for (const body of charges.bodies) {
    const charge = await createCharge(demo, body)
    const reached = charges.status === 'paid' ? 'pending' : charges.status
    if (charge.status !== reached && charge.status !== charges.status) {
      throw new SeedError(`Charge ${String(body['order_reference'])} is ${charge.status} and not ${reached}.`)
    }
    if (charges.status === 'paid' && charge.status !== 'paid') await payCharge(demo, charge)
  }
}
