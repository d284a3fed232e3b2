import type { Client } from 'pg'
import { Problem } from '../../kernel/problem.ts'
import type { MerchantMove } from './merchant-move.entity.ts'

export type MoveState = MerchantMove['state']

/** Identifies the only run of the command `move-merchant` that may work on the move of a merchant. */
export interface Attempt {
  merchantId: string
  attempt: string
}

/**
 * Refuses the work of a run that another run has replaced. The other run can replace this one only after the end of the
 * transaction.
 * @throws Problem conflict, reason `move_was_taken_over`.
 */
export async function refuseOtherRuns(client: Client, { merchantId, attempt }: Attempt): Promise<void> {
  const { rows } = await client.query(
    'select from merchant_move where merchant_id = $1 and attempt = $2 for share',
    [merchantId, attempt],
  )
  if (rows.length === 0) throw new Problem('conflict', { reason: 'move_was_taken_over' })
}

/** Makes this run the only one that may work on the move in a cell, and sets the state of the merchant there. */
export async function takeMove(
  client: Client,
  { merchantId, attempt }: Attempt,
  { state, cellId }: { state: MoveState; cellId: string },
): Promise<void> {
  await client.query(
    `insert into merchant_move (merchant_id, state, cell_id, attempt, updated_at) values ($1, $2, $3, $4, now())
     on conflict (merchant_id) do update set state = $2, cell_id = $3, attempt = $4, updated_at = now()`,
    [merchantId, state, cellId, attempt],
  )
}

/** Changes the state of the merchant in a cell. @throws Problem conflict: another run has taken over the move. */
export async function setState(
  client: Client,
  { merchantId, attempt }: Attempt,
  state: MoveState,
): Promise<void> {
  const { rowCount } = await client.query(
    'update merchant_move set state = $3, updated_at = now() where merchant_id = $1 and attempt = $2',
    [merchantId, attempt, state],
  )
  if (rowCount !== 1) throw new Problem('conflict', { reason: 'move_was_taken_over' })
}

/**
 * Hides the rows of the merchant in the source, until the freeze ends or the merchant is switched.
 * @throws Problem conflict, reason `freeze_has_ended`: any process has ended the freeze, or another run has taken over.
 */
export async function hideFrozen(
  client: Client,
  { merchantId, attempt }: Attempt,
  freezeVersion: bigint,
): Promise<void> {
  const { rowCount } = await client.query(
    `update merchant_move set state = 'frozen', freeze_version = $3, updated_at = now()
     where merchant_id = $1 and attempt = $2 and state = 'copying' and coalesce(ended_version, 0) < $3`,
    [merchantId, attempt, freezeVersion],
  )
  if (rowCount !== 1) throw new Problem('conflict', { reason: 'freeze_has_ended' })
}

/** Deletes the record of a move in a cell. The cell then shows the rows of the merchant. */
export async function forgetMove(client: Client, { merchantId, attempt }: Attempt): Promise<void> {
  await client.query('delete from merchant_move where merchant_id = $1 and attempt = $2', [
    merchantId,
    attempt,
  ])
}

/**
 * Deletes the record of an arrival that was cancelled. If the merchant was in the cell earlier, the cell forwards
 * messages again to the cell of the merchant.
 */
export async function forgetArrival(client: Client, { merchantId, attempt }: Attempt): Promise<void> {
  await client.query(
    `update merchant_move set state = 'gone' where merchant_id = $1 and attempt = $2
       and exists (select from moved_charge where merchant_id = $1)`,
    [merchantId, attempt],
  )
  await client.query(
    `delete from merchant_move where merchant_id = $1 and attempt = $2 and state = 'arriving'`,
    [merchantId, attempt],
  )
}

/** Returns the state of a merchant's move in a cell, and the other cell of the move; undefined without a move. */
export async function findMove(
  client: Client,
  merchantId: string,
): Promise<{ state: MoveState; cellId: string } | undefined> {
  const { rows } = await client.query<{ state: MoveState; cellId: string }>(
    'select state, cell_id as "cellId" from merchant_move where merchant_id = $1',
    [merchantId],
  )
  return rows[0]
}
