import { useSyncExternalStore } from 'react'

/** What only the person can settle before an operation may be repeated. */
export type Matter = 'step-up' | 'sign-in'

/** A question that waits for the person. `reason` is the server's, where it gave one. */
export type Question = { matter: Matter; reason: string | null; settle: (settled: boolean) => void }

let asked: { question: Question; answer: Promise<boolean> } | null = null
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Asks the person, over whatever is on the screen; true once it is settled, false when they do not want to. All who
 * ask while a question stands wait for its one answer. Where nobody listens the answer is no.
 */
export function ask(matter: Matter, reason: string | null): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (asked) return asked.answer
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (settled: boolean) => {
    asked = null
    tell()
    resolve(settled)
  }
  asked = { question: { matter, reason, settle }, answer: promise }
  tell()
  return promise
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that stands now, for the one component that puts it to the person. */
export function useQuestion(): Question | null {
  return useSyncExternalStore(subscribe, () => asked?.question ?? null)
}
