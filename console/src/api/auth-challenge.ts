import { useSyncExternalStore } from 'react'

/** The action that the person must take before the client repeats a refused operation. */
export type ChallengeKind = 'sign-in' | 'step-up'

/**
 * An open challenge: a dialog that asks the person to sign in again or to pass a step-up. `reason` is the server's
 * reason for a step-up, if the server gave one.
 */
export interface AuthChallenge {
  kind: ChallengeKind
  reason: string | null
  /**
   * Closes the challenge. `passed` says whether the person passed the challenge. A second call of `settle` has no
   * effect.
   */
  settle: (passed: boolean) => void
}

interface Pending {
  challenge: AuthChallenge
  outcome: Promise<boolean>
}

const pending = new Map<ChallengeKind, Pending>()
const listeners = new Set<() => void>()

/**
 * Opens a challenge over the current page. Resolves to true when the person passed the challenge, and to false when the
 * person declined the challenge. Calls for the same kind share one challenge. Resolves to false immediately when no
 * component shows challenges.
 *
 * The outcome of a sign-in challenge also settles an open step-up challenge. After a sign-in, the client repeats the
 * operation that required the step-up. Without a sign-in, that operation fails.
 */
export function requestAuth(kind: ChallengeKind, reason: string | null): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  const open = pending.get(kind)
  if (open) return open.outcome
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (passed: boolean) => {
    if (pending.get(kind)?.challenge !== challenge) return
    pending.delete(kind)
    if (kind === 'sign-in') pending.get('step-up')?.challenge.settle(passed)
    for (const listener of listeners) listener()
    resolve(passed)
  }
  const challenge: AuthChallenge = { kind, reason, settle }
  pending.set(kind, { challenge, outcome: promise })
  for (const listener of listeners) listener()
  return promise
}

/** Declines every open challenge, because the session has ended. */
export function dismissChallenges(): void {
  for (const { challenge } of pending.values()) challenge.settle(false)
}

/** Calls `listener` when the current challenge changes. Returns a function that unsubscribes. */
export function subscribeToChallenges(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the challenge to show, a sign-in before a step-up; null when no challenge is open. */
export function currentChallenge(): AuthChallenge | null {
  return (pending.get('sign-in') ?? pending.get('step-up'))?.challenge ?? null
}

export function useChallenge(): AuthChallenge | null {
  return useSyncExternalStore(subscribeToChallenges, currentChallenge)
}
