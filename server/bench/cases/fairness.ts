import { withFreshDeployment, type Case } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import { Callbacks } from '../load/callbacks.ts'
import { deliver, schedule } from '../load/deliver.ts'
import { createEndpoints } from '../merchants.ts'
import { row } from '../table.ts'

/** Together 64 hanging endpoints, as many as one worker has sockets. */
const HANGING_MERCHANTS = 16
const HANGING_ENDPOINTS = 4
/** Events of each hanging merchant: at the start of the measurement, and then per second. */
const HANGING_AT_ONCE = 20
const HANGING_PER_SECOND = 1
const HEALTHY_PER_SECOND = 10
const WARM_UP_SECONDS = 5
const SECONDS_MIN = 10

/**
 * Measures a healthy receiver, first alone, then while 16 merchants have 4 hanging endpoints each. All endpoints are
 * new, so none has a history of attempts.
 */
export const fairnessCase: Case = {
  name: 'fairness',
  run(bench) {
    const roles = ['api' as const, 'worker' as const]
    const fresh = { name: 'fairness', roles, merchants: 1 + HANGING_MERCHANTS, usesPspLists: true }
    return withFreshDeployment(bench, fresh, async (deployment, merchants) => {
      const { receiver } = deployment.stack
      const [healthy, hanging] = [merchants.slice(0, 1), merchants.slice(1)]
      await createEndpoints(deployment, healthy, { port: receiver.port })
      const [healthyCharges, hangingCharges] = [
        await PendingCharges.open(deployment, healthy),
        await PendingCharges.open(deployment, hanging),
      ]
      const callbacks = new Callbacks(deployment)
      const seconds = Math.max(SECONDS_MIN, bench.seconds)
      const scheduleHealthy = async (forSeconds: number) =>
        schedule(await healthyCharges.create(HEALTHY_PER_SECOND * forSeconds), HEALTHY_PER_SECOND)
      await deliver(deployment, callbacks, await scheduleHealthy(WARM_UP_SECONDS))
      await deployment.owner.query('analyze')
      const { fromCallback: alone } = await deliver(deployment, callbacks, await scheduleHealthy(seconds))

      await createEndpoints(deployment, hanging, { port: receiver.silentPort, each: HANGING_ENDPOINTS })
      const perSecond = HANGING_MERCHANTS * HANGING_PER_SECOND
      const [measured, atOnce, later] = [
        await scheduleHealthy(seconds),
        schedule(await hangingCharges.create(HANGING_MERCHANTS * HANGING_AT_ONCE), Infinity),
        schedule(await hangingCharges.create(perSecond * seconds), perSecond),
      ]
      receiver.takeMaxSilentConnections()
      const all = [...measured, ...atOnce, ...later]
      const { fromCallback: underLoad } = await deliver(deployment, callbacks, all, measured.length)
      const sockets = receiver.takeMaxSilentConnections()
      await callbacks.close()
      const note =
        `p95 while ${HANGING_MERCHANTS} merchants have ${HANGING_ENDPOINTS} hanging endpoints each, over ` +
        `${alone.p95Ms.toFixed(0)} ms alone; max ${underLoad.maxMs.toFixed(0)} ms; ` +
        `hanging endpoints used at most ${sockets} sockets`
      const goal = { measure: underLoad.p95Ms / alone.p95Ms, unit: 'x alone', must: '<= 2', strive: '<= 1.2' }
      return [row({ name: 'fairness', ...underLoad, ...goal, rate: HEALTHY_PER_SECOND, note })]
    })
  },
}
