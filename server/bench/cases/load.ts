import type { Case } from '../bench.ts'
import { ensureDataSet } from '../data/data-set.ts'
import { row } from '../table.ts'

/** The size for which the bound was set. */
const JUDGED_CHARGES = 1_000_000

/** Loading the large data set; shown also when an earlier run has loaded it. */
export const loadCase: Case = {
  name: 'load',
  async run(bench) {
    const { charges, loadSeconds, isFresh } = await ensureDataSet(bench, bench.largeRows)
    const judged = charges < JUDGED_CHARGES ? {} : { must: '<= 600 s' }
    const note = `${charges} charges${isFresh ? '' : ', by an earlier run'}`
    return [row({ name: 'load', measure: loadSeconds, unit: 's', note, ...judged })]
  },
}
