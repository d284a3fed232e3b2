import { DEMO_CHARGES, type DemoCharges, type DemoStatus } from './charges.ts'
import {
  createCharge,
  payCharge,
  untilStatus,
  type DemoClients,
  type DemoCharge,
  type SeedStep,
} from './demo.ts'

/**
 * The steps that create demo data, in order. To extend the demo, add a step: it runs once on every data folder,
 * including existing ones.
 */
export const SEED_STEPS: SeedStep[] = [
  { name: 'charges that are paid', run: (demo) => createAll(demo, DEMO_CHARGES.paid) },
  { name: 'charges that the network refused', run: (demo) => createAll(demo, DEMO_CHARGES.failed) },
  { name: 'charges that were cancelled', run: (demo) => createAll(demo, DEMO_CHARGES.cancelled) },
  { name: 'charges returned in part', run: (demo) => createAll(demo, DEMO_CHARGES.partially_refunded) },
  { name: 'charges returned whole', run: (demo) => createAll(demo, DEMO_CHARGES.refunded) },
  { name: 'charges that soon expire', run: (demo) => createAll(demo, DEMO_CHARGES.expiring) },
  { name: 'charges that wait for their payer', run: (demo) => createAll(demo, DEMO_CHARGES.pending) },
]

/** Functions that move a new charge to each status. Each function can be repeated after an interruption. */
const TRANSITIONS: Record<DemoStatus, (demo: DemoClients, charge: DemoCharge) => Promise<unknown>> = {
  pending: () => Promise.resolve(),
  failed: () => Promise.resolve(),
  paid: payCharge,
  cancelled: (demo, { id }) => demo.merchant('POST', `/v1/pix/charges/${id}/cancel`),
  async partially_refunded(demo, charge) {
    await payCharge(demo, charge)
    await refund(demo, charge, { amount_cents: PART_CENTS, description: 'Um item veio trocado' })
  },
  async refunded(demo, charge) {
    await payCharge(demo, charge)
    await refund(demo, charge, { reason: 'requested_by_customer', description: 'Desistência em sete dias' })
  },
}

const PART_CENTS = 2_500

const refund = (demo: DemoClients, { id }: DemoCharge, body: object): Promise<unknown> =>
  demo.merchant('POST', `/v1/pix/charges/${id}/refunds`, body)

/** Creates the charges in their order. Then moves all of them to their status at the same time, which saves a second. */
async function createAll(demo: DemoClients, { status, bodies }: DemoCharges): Promise<void> {
  const charges: DemoCharge[] = []
  for (const body of bodies) charges.push(await createCharge(demo, body))
  await Promise.all(
    charges
      .filter((charge) => charge.status !== status)
      .map(async (charge) => {
        await TRANSITIONS[status](demo, charge)
        await untilStatus(demo, charge.id, status)
      }),
  )
}
