import { counter } from '../kernel/metrics/metrics.ts'
import { ENTRY_TYPE_NAMES } from './entry-types.ts'

export const LEDGER_ENTRIES = counter({
  name: 'pix_ledger_entries_total',
  help: 'Journal entries that were committed, by type.',
  labels: { kind: ENTRY_TYPE_NAMES },
})
