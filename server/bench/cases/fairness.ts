import { onFreshSite, type Case } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import { Callbacks } from '../load/callbacks.ts'
import { deliver, schedule } from '../load/deliver.ts'
import { giveEndpoints } from '../merchants.ts'
import { row } from '../table.ts'

/** 64 endpoints that hang want every socket of one worker. */
const HANGING_MERCHANTS = 16
const HANGING_ENDPOINTS = 4
/** Events of each hanging merchant at the start of the measurement, and those that follow. */
const HANGING_AT_ONCE = 20
const HANGING_PER_SECOND = 1
const HEALTHY_PER_SECOND = 10
const WARM_UP_SECONDS = 5
const SECONDS_MIN = 10

/**
 * Compares a healthy receiver beside 16 merchants with 4 hanging endpoints each with the same receiver alone. All
 * endpoints are new, so none has a history.
 */
export const fairnessCase: Case = {
  name: 'fairness',
  run(bench) {
    const roles = ['api' as const, 'worker' as const]
    const fresh = { name: 'fairness', roles, merchants: 1 + HANGING_MERCHANTS, pays: true }
    return onFreshSite(bench, fresh, async (site, merchants) => {
      const { receiver } = site.stack
      const [healthy, hanging] = [merchants.slice(0, 1), merchants.slice(1)]
      await giveEndpoints(site, healthy, { port: receiver.port })
      const [ours, theirs] = [
        await PendingCharges.open(site, healthy),
        await PendingCharges.open(site, hanging),
      ]
      const callbacks = new Callbacks(site)
      const seconds = Math.max(SECONDS_MIN, bench.seconds)
      const healthyPays = async (forSeconds: number) =>
        schedule(await ours.make(HEALTHY_PER_SECOND * forSeconds), HEALTHY_PER_SECOND)
      await deliver(site, callbacks, await healthyPays(WARM_UP_SECONDS))
      await site.owner.query('analyze')
      const { fromCallback: alone } = await deliver(site, callbacks, await healthyPays(seconds))

      await giveEndpoints(site, hanging, { port: receiver.silentPort, each: HANGING_ENDPOINTS })
      const perSecond = HANGING_MERCHANTS * HANGING_PER_SECOND
      const [measured, atOnce, later] = [
        await healthyPays(seconds),
        schedule(await theirs.make(HANGING_MERCHANTS * HANGING_AT_ONCE), Infinity),
        schedule(await theirs.make(perSecond * seconds), perSecond),
      ]
      receiver.takeSilentMost()
      const all = [...measured, ...atOnce, ...later]
      const { fromCallback: beside } = await deliver(site, callbacks, all, measured.length)
      const sockets = receiver.takeSilentMost()
      await callbacks.close()
      const note =
        `p95 beside ${HANGING_MERCHANTS} merchants with ${HANGING_ENDPOINTS} hanging endpoints each, over ` +
        `${alone.p95Ms.toFixed(0)} ms alone; max ${beside.maxMs.toFixed(0)} ms; ` +
        `failing endpoints had at most ${sockets} sockets`
      const judged = { measure: beside.p95Ms / alone.p95Ms, unit: 'x alone', must: '<= 2', strive: '<= 1.2' }
      return [row({ name: 'fairness', ...beside, ...judged, rate: HEALTHY_PER_SECOND, note })]
    })
  },
}
