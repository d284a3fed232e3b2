import type { Case } from '../bench.ts'
import { ensureDataSet } from '../data/data-set.ts'
import { row } from '../table.ts'

/** The size of the data set to which the bound applies. */
const GOAL_CHARGES = 1_000_000

/** Measures the load of the large data set. Repeats the result of an earlier run that has loaded it. */
export const loadCase: Case = {
  name: 'load',
  async run(bench) {
    const { charges, loadSeconds, isFresh } = await ensureDataSet(bench, bench.largeRows)
    const goal = charges < GOAL_CHARGES ? {} : { must: '<= 600 s' }
    const note = `${charges} charges${isFresh ? '' : ', loaded by an earlier run'}`
    return [row({ name: 'load', measure: loadSeconds, unit: 's', note, ...goal })]
  },
}
