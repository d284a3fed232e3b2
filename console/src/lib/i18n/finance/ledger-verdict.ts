import type { Text } from '../../text.ts'

/** The sentence that the console shows while no verification of the ledger has ended yet. */
export const ledgerUnverified: Text = ['Razão: ainda não verificado', 'Ledger: not verified yet']

/** The words before the time of the last verification, shown if the last verification checked no entry. */
export const lastRoutine: Text = ['Última verificação', 'Last verification']

/** Texts for the result of a verification that checked no entry. */
export const checkedNone = {
  checked_nothing: ['nenhum lançamento conferido', 'no entries checked'],
  nothing_to_check: ['nenhum lançamento para conferir', 'no entries to check'],
} as const
