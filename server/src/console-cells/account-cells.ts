import type { GraphContext, RequestCells } from '../graphql/context.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { Problem } from '../kernel/problem.ts'
import type { Args, Choice } from './choices.ts'

/**
 * Returns the id of a receiving account as the console shows it. Account ids are unique only in their cell. So the
 * console shows an account of another cell than `main` as `CELL/ID`.
 */
export function withCellId(cells: RequestCells, ctx: GraphContext, value: unknown): unknown {
  const cellId = cells.idOf(ctx)
  if (cellId === MAIN_CELL) return value
  return Array.isArray(value) ? value.map((one) => `${cellId}/${one}`) : `${cellId}/${String(value)}`
}

/**
 * Calls the resolver in the cell that the id of the receiving account names. This id is the argument `accountId`, or
 * the id of a new account.
 */
export const inCellOfAccount: Choice = ({ cells, args, resolve }) => {
  const { account } = args
  const isNew = typeof account === 'object' && account !== null
  const { cellId, id } = split(isNew && 'id' in account ? account.id : args['accountId'])
  const changed: Args = isNew ? { account: { ...account, id } } : { accountId: id }
  return cells.inCell(cells.ofCell(cellId), (ctx) => resolve(ctx, { ...args, ...changed }))
}

/**
 * Calls the resolver in the cell of the merchant, with the ids of its receiving accounts (`accountIds`) without the id
 * of the cell.
 * @throws Problem not_found, reason `pix_account_not_found`: a receiving account is in another cell.
 */
export const inCellOfMerchantAndAccounts: Choice = async ({ cells, args, resolve }) => {
  const { merchantId, accountIds } = args
  const cell = await cells.ofMerchant(String(merchantId))
  const given = Array.isArray(accountIds) ? accountIds.map(split) : []
  if (given.some(({ cellId }) => cellId !== cells.idOf(cell)))
    throw new Problem('not_found', { reason: 'pix_account_not_found' })
  return cells.inCell(cell, (ctx) => resolve(ctx, { ...args, accountIds: given.map(({ id }) => id) }))
}

function split(given: unknown): { cellId: string; id: string } {
  const [first = '', ...rest] = String(given).split('/')
  return rest.length === 0 ? { cellId: MAIN_CELL, id: first } : { cellId: first, id: rest.join('/') }
}
