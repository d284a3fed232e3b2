import { MERCHANTS, withFreshDeployment, type Bench, type Case } from '../bench.ts'
import { measureDelivery } from '../load/deliver.ts'
import { createEndpoints } from '../merchants.ts'
import { row, type Row } from '../table.ts'
import { payCase } from './pay.ts'

/** Returns the result of `pay` in this run. Measures it now if the case was not selected. */
async function payRow(bench: Bench): Promise<Row> {
  const known = bench.measured.find(({ name }) => name === 'pay')
  if (known) return known
  bench.log('bench: pay, because its rate is needed')
  const [pay] = await payCase.run({ ...bench, floors: false })
  if (!pay) throw new Error('BUG: pay has no row')
  bench.measured.push(pay)
  return pay
}

/**
 * Measures the time from the callback of a payment to the arrival of its event. Pays at half of the `pay` rate of the
 * run.
 */
export const payToWebhookCase: Case = {
  name: 'pay-to-webhook',
  async run(bench) {
    const { rate } = await payRow(bench)
    const perSecond = Math.max(1, Math.round((rate ?? 0) / 2))
    const roles = ['api' as const, 'worker' as const]
    const fresh = { name: 'pay-to-webhook', roles, merchants: MERCHANTS, usesPspLists: true }
    return withFreshDeployment(bench, fresh, async (deployment, merchants) => {
      await createEndpoints(deployment, merchants, { port: deployment.stack.receiver.port })
      const measured = await measureDelivery(bench, deployment, { merchants, perSecond })
      const { fromCallback, fromEvent, sentPerSecond, cost } = measured
      const note =
        `scheduled ${perSecond}/s, half of pay, achieved ${sentPerSecond.toFixed(1)}/s; ` +
        `p95 from the event ${fromEvent.p95Ms.toFixed(0)} ms`
      const goal = { measure: fromCallback.p95Ms, unit: 'ms p95', must: '<= 200 ms', strive: '<= 120 ms' }
      return [row({ name: fresh.name, ...fromCallback, ...goal, rate: sentPerSecond, cost, note })]
    })
  },
}
