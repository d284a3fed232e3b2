import { systemClock } from '../../src/kernel/clock.ts'
import { onFreshSite, type Case } from '../bench.ts'
import { row } from '../table.ts'
import { cpuSecondsOf, memoryMibOf } from '../usage.ts'

/** Until the garbage of the start is collected and the watch has found the service quiet. */
const SETTLE_MS = 15_000
const SECONDS_MIN = 20

/** One server with every role and nothing to do. */
export const idleCase: Case = {
  name: 'idle',
  run(bench) {
    return onFreshSite(bench, { name: 'idle', roles: ['all'], merchants: 0 }, async (site) => {
      await systemClock.sleep(SETTLE_MS)
      const { pid } = site.server('all')
      const before = cpuSecondsOf(pid)
      const seconds = Math.max(bench.seconds, SECONDS_MIN)
      await systemClock.sleep(seconds * 1000)
      const percent = ((cpuSecondsOf(pid) - before) / seconds) * 100
      const memory = { measure: memoryMibOf(pid), unit: 'MiB', must: '<= 150 MiB', strive: '<= 100 MiB' }
      const processor = { measure: percent, unit: '% of a core', must: '<= 1 %', strive: '<= 0.2 %' }
      return [row({ name: 'idle memory', ...memory }), row({ name: 'idle processor', ...processor })]
    })
  },
}
