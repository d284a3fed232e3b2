import { systemClock } from '../../src/kernel/clock.ts'
import type { Case } from '../bench.ts'
import { row } from '../table.ts'
import { usageOf } from '../usage.ts'

/** What a start leaves behind is collected, and the watch has found the service quiet. */
const SETTLE_MS = 15_000
const WATCHED_SECONDS_MIN = 20

/** One process with every role and nothing to do. */
export const idleCase: Case = {
  name: 'idle',
  roles: ['all'],
  async run({ stand, seconds }) {
    await systemClock.sleep(SETTLE_MS)
    const pid = stand.programs.get('server all')?.pid ?? 0
    const before = usageOf(pid)
    const watchedSeconds = Math.max(seconds, WATCHED_SECONDS_MIN)
    await systemClock.sleep(watchedSeconds * 1000)
    const after = usageOf(pid)
    const percent = ((after.cpuSeconds - before.cpuSeconds) / watchedSeconds) * 100
    return [
      row({ name: 'idle memory', measure: after.memoryMib, must: '<= 220 MiB', strive: '<= 160 MiB' }),
      row({
        name: 'idle processor',
        measure: percent,
        must: '<= 1 %',
        strive: '<= 0.2 %',
        note: '% of one core',
      }),
    ]
  },
}
