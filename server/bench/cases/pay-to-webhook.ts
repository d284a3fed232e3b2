import { MERCHANTS, onFreshSite, type Bench, type Case } from '../bench.ts'
import { measureDelivery } from '../load/deliver.ts'
import { giveEndpoints } from '../merchants.ts'
import { row, type Row } from '../table.ts'
import { payCase } from './pay.ts'

/** The row of `pay` in this run, measured now when the case was not chosen. */
async function payRow(bench: Bench): Promise<Row> {
  const known = bench.measured.find(({ name }) => name === 'pay')
  if (known) return known
  bench.say('bench: pay, for its rate')
  const [pay] = await payCase.run({ ...bench, floors: false })
  if (!pay) throw new Error('BUG: pay has no row')
  bench.measured.push(pay)
  return pay
}

/** From the callback of a payment to the arrival of its event, at half of the rate of `pay` in the same run. */
export const payToWebhookCase: Case = {
  name: 'pay-to-webhook',
  async run(bench) {
    const { rate } = await payRow(bench)
    const perSecond = Math.max(1, Math.round((rate ?? 0) / 2))
    const roles = ['api' as const, 'worker' as const]
    const fresh = { name: 'pay-to-webhook', roles, merchants: MERCHANTS, pays: true }
    return onFreshSite(bench, fresh, async (site, merchants) => {
      await giveEndpoints(site, merchants, { port: site.stack.receiver.port })
      const measured = await measureDelivery(bench, site, { merchants, perSecond })
      const { fromCallback, fromEvent, sentPerSecond, cost } = measured
      const note =
        `scheduled ${perSecond}/s, half of pay, really sent ${sentPerSecond.toFixed(1)}/s; ` +
        `p95 from the event ${fromEvent.p95Ms.toFixed(0)} ms`
      const judged = { measure: fromCallback.p95Ms, unit: 'ms p95', must: '<= 200 ms', strive: '<= 120 ms' }
      return [row({ name: fresh.name, ...fromCallback, ...judged, rate: sentPerSecond, cost, note })]
    })
  },
}
