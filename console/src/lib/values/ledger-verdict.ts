/** The state of the last verification. `checked_nothing`: it checked no entry, although the ledger has entries. */
export type VerdictState = 'never' | 'checked_nothing' | 'sound' | 'unsound'

export const VERDICT_TONE = {
  never: 'neutral',
  checked_nothing: 'warning',
  sound: 'success',
  unsound: 'danger',
} as const satisfies Record<VerdictState, string>

/** Returns the state of the last verification; null is a ledger that was never verified. */
export function verdictState(verdict: { sound: boolean; checkedNothing: boolean } | null): VerdictState {
  if (verdict === null) return 'never'
  if (!verdict.sound) return 'unsound'
  return verdict.checkedNothing ? 'checked_nothing' : 'sound'
}
