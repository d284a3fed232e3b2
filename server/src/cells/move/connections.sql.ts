import type { Client } from 'pg'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { MAIN_CELL } from '../../kernel/settings/config.ts'
import { endFreeze } from '../freeze/end-freeze.ts'
import { findMove } from './attempt.sql.ts'
import type { Move } from './copy-merchant.sql.ts'
import { readPlan } from './table-plan.sql.ts'

/** The connections and functions that the command gives to a move. */
export interface MoveTools {
  /** A context on the directory. */
  control: Context
  /** The ids of all cells. */
  cells: readonly string[]
  /** Returns the connection to a cell with the role of the owner. */
  client: (cellId: string) => Promise<Client>
  /** Returns a context on a cell with the role of the owner. */
  owner: (cellId: string) => Context
  /** The move calls this function before each step, and waits for its result. */
  onStep: (step: MoveStep) => Promise<void> | void
}

/** The steps of a move, in their order. */
export const MOVE_STEPS = [
  'start',
  'prepare',
  'copy',
  'catch_up',
  'compare',
  'verify_copy',
  'freeze',
  'hide',
  'copy_rest',
  'finish_copy',
  'switch',
  'show',
  'open',
  'verify',
  'delete',
  'end',
] as const
export type MoveStep = (typeof MOVE_STEPS)[number]

/**
 * Lets only one process work on the move of a merchant, as long as its connection to the cell `main` is open.
 * @throws Problem conflict, reason `move_is_running`.
 */
export async function lockMove({ client }: MoveTools, merchantId: string): Promise<void> {
  const main = await client(MAIN_CELL)
  const { rows } = await main.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [`move-merchant:${merchantId}`],
  )
  if (!rows[0]?.locked) throw new Problem('conflict', { reason: 'move_is_running' })
}

/** Releases the lock of `lockMove`. */
export async function unlockMove({ client }: MoveTools, merchantId: string): Promise<void> {
  const main = await client(MAIN_CELL)
  await main.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`move-merchant:${merchantId}`])
}

/** Returns the connections and the tables of a move, for a new run of the command. */
export async function openMove(
  { control, client }: MoveTools,
  merchantId: string,
  cells: Move['cells'],
): Promise<Move> {
  const [source, target] = [await client(cells.from), await client(cells.to)]
  const attempt = control.ids.uuid(control.clock.now())
  return { merchantId, cells, attempt, source, target, plan: await readPlan(source) }
}

/**
 * Ends the freeze of the merchant now. Every process does the same when the time of the freeze is over. Returns whether
 * there was a freeze to end.
 */
export const endFreezeNow = ({ control, cells, owner }: MoveTools, merchantId: string): Promise<boolean> =>
  endFreeze(control, merchantId, { contextOf: owner, cells, isForced: true })

/**
 * Returns the cell that the merchant has left for the cell `to`, but that still has rows of the merchant; undefined if
 * there is no such cell.
 */
export async function findLeftCell(
  { cells, client }: MoveTools,
  merchantId: string,
  to: string,
): Promise<string | undefined> {
  for (const id of cells.filter((cell) => cell !== to)) {
    const found = await findMove(await client(id), merchantId)
    if (found?.cellId === to && ['frozen', 'left'].includes(found.state)) return id
  }
  return undefined
}
