import { connect, until } from '../../../bench/stack.ts'
import { systemIds } from '../../../src/kernel/ids.ts'
import { print } from '../cells/answers.ts'
import type { PaymentsLoad } from '../cells/payments-load.ts'

const WAIT_MAX_MS = 60_000

/** A paid charge of a merchant. */
const PAID = `select id from charge where merchant_id = $1 and status = 'paid' order by paid_at limit 1`
const COMPLETED = `select from refund where charge_id = $1 and status = 'completed'`

/** Refunds one paid charge in each cell. Returns whether every PSP returned the money. */
export async function checkRefunds(load: PaymentsLoad, origin: string): Promise<boolean> {
  let passed = true
  for (const [id, { part }] of load.cells) {
    const [merchant] = part.merchants
    if (!merchant) throw new Error(`BUG: the cell ${id} has no merchant`)
    const owner = await connect(part.deployment.settings['MIGRATION_DATABASE_URL'] ?? '')
    try {
      const { rows } = await owner.query<{ id: string }>(PAID, [merchant.id])
      const [charge] = rows
      if (!charge) throw new Error(`the first merchant of the cell ${id} has no paid charge`)
      const { status } = await fetch(`${origin}/v1/pix/charges/${charge.id}/refunds`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${merchant.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': systemIds.uuid(new Date()),
        },
        body: '{}',
      })
      const isReturned = await until(`the refund of the cell ${id}`, WAIT_MAX_MS, async () => {
        return (await owner.query(COMPLETED, [charge.id])).rowCount === 1
      }).then(
        () => true,
        () => false,
      )
      passed &&= isReturned
      print(
        `  ${id.padEnd(5)} the refund was answered with ${status}${isReturned ? ' and returned' : ', but not returned  FAILED'}`,
      )
    } finally {
      await owner.end()
    }
  }
  return passed
}
