import type { Case } from '../bench.ts'
import { openDataSet } from '../data/data-set.ts'
import { row } from '../table.ts'

/** The million for which the bound was set. */
const JUDGED_CHARGES = 1_000_000

/** Loading the large data set, verification apart; told also when an earlier run has loaded it. */
export const loadCase: Case = {
  name: 'load',
  roles: [],
  async run(bench) {
    const { charges, loadSeconds, isFresh } = await openDataSet(bench, bench.charges)
    const judged = charges < JUDGED_CHARGES ? {} : { must: '<= 600 s' }
    const note = `seconds for ${charges} charges${isFresh ? '' : ', by an earlier run'}`
    return [row({ name: 'load', measure: loadSeconds, note, ...judged })]
  },
}
