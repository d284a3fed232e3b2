/**
 * How a step can affect the other actor. `read`: it only reads committed rows. `hidden`: its effect is invisible until a
 * later commit, but it may take or release locks. `visible`: its effect is visible at once.
 */
export type StepKind = 'read' | 'hidden' | 'visible'

/** Starts a transaction. */
export const BEGIN = /^(begin|start transaction)/i
/** Ends a transaction. */
export const END = /^(commit|rollback)/i

const LOCKS_ROWS = /\bfor (no key update|update|key share|share)\b/i

/**
 * Returns a function that classifies statements. `volatileFunctions` are the names of the functions of the database that
 * may write or lock.
 */
export function makeClassifier(volatileFunctions: readonly string[]) {
  const calls = new RegExp(`\\b(pg_advisory\\w*|nextval|setval|${volatileFunctions.join('|')})\\s*\\(`, 'i')
  const isRead = (text: string): boolean =>
    /^\s*select\b/i.test(text) && !LOCKS_ROWS.test(text) && !calls.test(text)
  return (text: string, isInTransaction: boolean): StepKind => {
    if (isRead(text)) return 'read'
    return isInTransaction && !/^commit/i.test(text) ? 'hidden' : 'visible'
  }
}

/**
 * Returns whether two steps of different actors have the same effect in both orders. At the isolation level read
 * committed, a read sees only committed rows and waits for no lock. So it does not depend on uncommitted changes.
 */
export const areIndependent = (a: StepKind, b: StepKind): boolean =>
  (a === 'read' && b !== 'visible') || (b === 'read' && a !== 'visible')
