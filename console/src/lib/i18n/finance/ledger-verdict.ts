import type { Text } from '../../text.ts'

/** The sentence of a ledger that no verification has checked yet. */
export const ledgerUnverified: Text = ['Razão: ainda não verificado', 'Ledger: not verified yet']
