import { systemClock } from '../../src/kernel/clock.ts'
import { withFreshDeployment, type Case } from '../bench.ts'
import { cpuSecondsOf, memoryMibOf } from '../machine.ts'
import { row } from '../table.ts'

/**
 * How long the server runs before the measurement, in milliseconds. Meanwhile the garbage of the start is collected,
 * and the polling loops slow down.
 */
const SETTLE_MS = 15_000
const SECONDS_MIN = 20

/** Measures memory and processor time of an idle server that runs every role. */
export const idle: Case = (bench) =>
  withFreshDeployment(bench, { name: 'idle', roles: ['all'], merchants: 0 }, async (deployment) => {
    await systemClock.sleep(SETTLE_MS)
    const pid = deployment.pidOf('all')
    const before = cpuSecondsOf(pid)
    const seconds = Math.max(bench.seconds, SECONDS_MIN)
    await systemClock.sleep(seconds * 1000)
    const percent = ((cpuSecondsOf(pid) - before) / seconds) * 100
    const memory = { measure: memoryMibOf(pid), unit: 'MiB', must: '<= 150 MiB', strive: '<= 100 MiB' }
    const processor = { measure: percent, unit: '% of a core', must: '<= 1 %', strive: '<= 0.2 %' }
    return [row({ name: 'idle memory', ...memory }), row({ name: 'idle processor', ...processor })]
  })
