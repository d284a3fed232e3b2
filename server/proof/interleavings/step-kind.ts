import { joinTables, NO_TABLES, tablesOf, type Catalog, type Tables } from './footprint.ts'

/**
 * How a step can affect the other actor. `read`: the step has no effect; it only reads committed rows. `hidden`: the
 * effect is invisible until a later commit, but the step may take or release locks. `visible`: the effect is visible at
 * once.
 */
export type StepKind = 'read' | 'hidden' | 'visible'

/** The ways in which a step can affect the other actor. */
export interface Effect {
  kind: StepKind
  /** The tables that the step touches; undefined if the step may touch any table. */
  tables: Tables | undefined
}

/** The effects of the SQL statements that one transaction has sent so far. */
export interface Transaction {
  /** The tables of the SQL statements that write or lock; undefined if these statements may touch any table. */
  tables: Tables | undefined
}

/** Matches an SQL statement that starts a transaction. */
export const BEGIN = /^(begin|start transaction)/i
/** Matches an SQL statement that ends a transaction. */
export const END = /^(commit|rollback(?! to))/i

const LOCKS_ROWS = /\bfor (no key update|update|key share|share)\b/i

/**
 * Returns the state of the transaction that the SQL text begins. At the levels repeatable read and serializable, the
 * transaction counts as touching all tables.
 */
export const beginTransaction = (text: string): Transaction => ({
  tables: /repeatable|serializable/i.test(text) ? undefined : NO_TABLES,
})

/**
 * Returns a function that returns the effect of SQL statements that are sent together. The function adds the effect
 * to the transaction that contains these statements. `volatileFunctions` are the names of the functions of the
 * database that may write or lock.
 */
export function makeClassifier(volatileFunctions: readonly string[], catalog: Catalog) {
  const calls = new RegExp(
    `\\b(pg_(try_)?advisory\\w*|nextval|setval|${volatileFunctions.join('|')})\\s*\\(`,
    'i',
  )
  const isRead = (text: string): boolean =>
    /^\s*select\b/i.test(text) && !LOCKS_ROWS.test(text) && !calls.test(text)
  const known = new Map<string, Tables | undefined>()
  const tablesOfText = (text: string): Tables | undefined => {
    if (!known.has(text)) known.set(text, tablesOf(catalog, text))
    return known.get(text)
  }
  return (texts: readonly string[], transaction: Transaction | undefined): Effect => {
    const isEnd = texts.some((text) => END.test(text))
    if (isEnd)
      return {
        kind: texts.some((text) => /^commit/i.test(text)) ? 'visible' : 'hidden',
        tables: transaction?.tables,
      }
    const tables = allOf(texts.map(tablesOfText))
    if (transaction && !transaction.tables) return { kind: kindOf(texts, transaction), tables: undefined }
    if (texts.every(isRead)) return { kind: 'read', tables }
    if (transaction) transaction.tables = allOf([transaction.tables, tables])
    return { kind: kindOf(texts, transaction), tables }
  }

  function kindOf(texts: readonly string[], transaction: Transaction | undefined): StepKind {
    if (texts.every(isRead)) return 'read'
    return transaction ? 'hidden' : 'visible'
  }
}

const allOf = (all: readonly (Tables | undefined)[]): Tables | undefined => {
  const certain = all.filter((tables) => tables !== undefined)
  return certain.length === all.length ? joinTables(...certain) : undefined
}

/**
 * Returns whether two steps of different actors have the same effect in both orders. At the isolation level read
 * committed, a read sees only committed rows and waits for no lock. So a read does not depend on uncommitted changes.
 * Steps that touch different tables do not depend on each other.
 */
export function areIndependent(a: Effect, b: Effect): boolean {
  if ((a.kind === 'read' && b.kind !== 'visible') || (b.kind === 'read' && a.kind !== 'visible')) return true
  if (!a.tables || !b.tables) return false
  return !excludes(a.tables, b.tables) && !isSeenBy(a, b.tables) && !isSeenBy(b, a.tables)
}

const excludes = (a: Tables, b: Tables): boolean =>
  meet(a.locks, b.locks) || meet(a.locks, b.shares) || meet(a.shares, b.locks)

/** Returns whether a step makes changes visible that another step reads. */
const isSeenBy = ({ kind, tables }: Effect, { reads }: Tables): boolean =>
  kind === 'visible' && tables !== undefined && meet(tables.locks, reads)

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  Array.from(a).some((table) => b.has(table))
