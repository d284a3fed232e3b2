/**
 * The state of the last verification of the ledger. `never`: there was no verification yet. `checked_nothing`: the
 * verification checked no entry, although the ledger has entries. `nothing_to_check`: the ledger has no entries.
 */
export type VerdictState = 'never' | 'checked_nothing' | 'nothing_to_check' | 'sound' | 'unsound'

export const VERDICT_TONE = {
  never: 'neutral',
  checked_nothing: 'warning',
  nothing_to_check: 'neutral',
  sound: 'success',
  unsound: 'danger',
} as const satisfies Record<VerdictState, string>

/** Returns the state of the last verification; pass null if the ledger was never verified. */
export function verdictState(
  verdict: { sound: boolean; checkedNothing: boolean; entriesCount: number } | null,
): VerdictState {
  if (verdict === null) return 'never'
  if (!verdict.sound) return 'unsound'
  if (verdict.checkedNothing) return 'checked_nothing'
  return verdict.entriesCount === 0 ? 'nothing_to_check' : 'sound'
}

/** Returns whether the last verification checked no entry. */
export const hasCheckedNone = (state: VerdictState): state is 'checked_nothing' | 'nothing_to_check' =>
  state === 'checked_nothing' || state === 'nothing_to_check'
