import type { Client } from 'pg'
import { refuseOtherRuns } from './attempt.sql.ts'
import {
  deleteKeys,
  readChanged,
  readRows,
  writeLater,
  writeRows,
  type Cells,
  type ChangedRows,
} from './copy-rows.sql.ts'
import type { TablePlan } from './table-plan.sql.ts'

/** A move, as one run of the command works on it. */
export interface Move {
  merchantId: string
  cells: Cells
  /** The id of this run of the command `move-merchant`. */
  attempt: string
  source: Client
  target: Client
  plan: readonly TablePlan[]
}

/** Copies all rows of the merchant, from one snapshot of the source. Returns the number of rows by table. */
export async function copyAll(move: Move): Promise<Map<string, number>> {
  const { source, target, plan, merchantId } = move
  const counts = new Map<string, number>()
  const later: [TablePlan, string][] = []
  await inSnapshot(source, async () => {
    for (const table of plan)
      for await (const { json, count } of readRows(source, table, merchantId)) {
        await inTransaction(target, async () => {
          await refuseOtherRuns(target, move)
          await writeRows(target, table, { ...move, json, replaces: false })
        })
        if (table.later) later.push([table, json])
        counts.set(table.name, (counts.get(table.name) ?? 0) + count)
      }
    for (const [table, json] of later) await writeLater(target, table, json)
  })
  return counts
}

/** One round of copies of changed rows. */
export interface Round {
  /** The number of rows that the round copied or deleted. */
  rows: number
}

interface RoundOptions {
  /** The only table to copy; used after the switch of the merchant. By default, all tables are copied. */
  only?: string
  /** After how many idle milliseconds the source ends the transaction, because the freeze waits for it. */
  idleMs?: number
  /**
   * The round calls this function when the target equals a snapshot of the source, while the transaction with this
   * snapshot is still open.
   */
  compare?: () => Promise<void>
}

/**
 * Copies the rows that have changed since the last copy, in one transaction of the target. Afterwards, the target
 * equals a past state of the source. If the process crashes before the log of changes is shortened, the next round
 * copies the same rows again.
 */
export async function copyChanges(
  move: Move,
  { only, idleMs, compare = () => Promise.resolve() }: RoundOptions = {},
): Promise<Round> {
  const { source, target, plan, merchantId } = move
  return inSnapshot(source, async () => {
    if (idleMs !== undefined) await source.query(`set local idle_in_transaction_session_timeout = ${idleMs}`)
    await refuseOtherRuns(source, move)
    const { rows } = await source.query<{ name: string; key: object }>(
      `delete from merchant_change where merchant_id = $1 and ($2::text is null or table_name = $2)
       returning table_name as name, key`,
      [merchantId, only ?? null],
    )
    const changed: ChangedRows[] = []
    for (const table of plan) {
      const keys = new Map(
        rows.filter(({ name }) => name === table.name).map(({ key }) => [JSON.stringify(key), key]),
      )
      if (keys.size > 0) changed.push(await readChanged(source, table, Array.from(keys.values())))
    }
    await inTransaction(target, async () => {
      if (only === undefined) await refuseOtherRuns(target, move)
      for (const { table, deleted } of changed.toReversed())
        for (const json of deleted) await deleteKeys(target, table, json)
      for (const { table, written } of changed)
        for (const json of written) await writeRows(target, table, { ...move, json, replaces: true })
      for (const { table, written } of changed)
        for (const json of written) await writeLater(target, table, json)
    })
    await compare()
    return { rows: changed.reduce((sum, { count }) => sum + count, 0) }
  })
}

/** Runs `work` in a transaction in which all SQL statements see the same state. */
const inSnapshot = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  within(client, 'begin isolation level repeatable read', work)

export const inTransaction = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  within(client, 'begin', work)

async function within<T>(client: Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // The connection may be lost. PostgreSQL then rolls back without this SQL statement.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
