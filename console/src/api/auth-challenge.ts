import { useSyncExternalStore } from 'react'

/** What a person must do before an operation is repeated: sign in again, or prove their identity again. */
export type ChallengeKind = 'sign-in' | 'step-up'

/** A challenge that waits for the person. `reason` is the server's, where it gave one. */
export interface AuthChallenge {
  kind: ChallengeKind
  reason: string | null
  /** Closes the challenge; a second call changes nothing. */
  settle: (passed: boolean) => void
}

interface Pending {
  challenge: AuthChallenge
  outcome: Promise<boolean>
}

const pending = new Map<ChallengeKind, Pending>()
const listeners = new Set<() => void>()

/**
 * Challenges the person over the current page. Resolves to true once they passed, to false when they declined. Requests
 * of the same kind share one challenge. Resolves to false at once where no component shows challenges.
 *
 * A sign-in settles an open step-up with the same outcome: its operation is repeated in the new session, or not at all.
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

/** Closes every open challenge as declined, because the session of its person has ended. */
export function dismissChallenges(): void {
  for (const { challenge } of pending.values()) challenge.settle(false)
}

/** Subscribes to the challenge to show; returns the function that ends it. */
export function subscribeToChallenges(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The challenge to show, a sign-in before a step-up; null when none is open. */
export function currentChallenge(): AuthChallenge | null {
  return (pending.get('sign-in') ?? pending.get('step-up'))?.challenge ?? null
}

/** The challenge to show, for the one component that shows it. */
export function useChallenge(): AuthChallenge | null {
  return useSyncExternalStore(subscribeToChallenges, currentChallenge)
}
