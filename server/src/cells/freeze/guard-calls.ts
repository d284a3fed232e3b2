import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Directory } from '../directory.ts'
import { isAway } from './is-away.ts'

/**
 * The number of seconds after which a caller may repeat a call that was refused because its merchant moves to another
 * cell.
 */
export const MOVING_SECONDS = 1

/** Refuses a call. @throws Problem service_unavailable: the call may be repeated after `retryAfterSeconds`. */
export function refuseCall(retryAfterSeconds: number): never {
  throw new Problem('service_unavailable', { retryAfterSeconds })
}

/** The data that show whether the merchant of a call has left a cell, is leaving it, or was frozen during the call. */
export interface CallPlace {
  ctx: Context
  directory: Directory
  cellId: string
  merchantId: string
  /** The version of the last freeze before the call; null if there was no freeze. */
  freezeVersion: bigint | null
}

/**
 * Returns the cell of a merchant and the state of its move at the start of a call.
 * @throws Problem service_unavailable: the merchant is in another cell, or is frozen.
 */
export function startCall(call: Omit<CallPlace, 'freezeVersion'>): CallPlace {
  const { cellId, state, freezeVersion } = call.directory.placeOf(call.merchantId)
  if (state === 'moving' || cellId !== call.cellId) refuseCall(MOVING_SECONDS)
  return { ...call, freezeVersion }
}

/**
 * Runs the work of a call. If the merchant was frozen or has moved meanwhile, refuses a call whose answer may be wrong.
 * A read may have missed rows, and any error may be a consequence of missing rows. Does not refuse a successful write,
 * because it was committed before the rows were hidden.
 * @throws Problem service_unavailable.
 */
export async function guardAgainstMove<T>(
  place: CallPlace,
  { isRead }: { isRead: boolean },
  work: () => Promise<T>,
): Promise<T> {
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    if (await hasMoved(place, { isCertain: true })) refuseCall(MOVING_SECONDS)
    throw error
  }
  if (isRead && (await hasMoved(place))) refuseCall(MOVING_SECONDS)
  return answer
}

/** Yields the parts of an answer. Then throws if the answer may be incomplete because of a move. */
export async function* guardParts<T>(
  place: CallPlace,
  parts: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T> {
  yield* parts
  if (await hasMoved(place)) refuseCall(MOVING_SECONDS)
}

/**
 * Returns whether the merchant was frozen or moved during the call. Reads the copy of the directory. Also asks the cell
 * if the copy may lack a freeze, or if `isCertain` is true. A freeze that has ended also counts, because the rows were
 * hidden during a part of the call.
 */
async function hasMoved(
  { ctx, directory, cellId, merchantId, freezeVersion }: CallPlace,
  { isCertain = false }: { isCertain?: boolean } = {},
): Promise<boolean> {
  const found = directory.placeOf(merchantId)
  if (found.cellId !== cellId || found.state === 'moving' || found.freezeVersion !== freezeVersion)
    return true
  if (directory.isFresh && !isCertain) return false
  try {
    return await isAway(ctx, merchantId, freezeVersion)
  } catch {
    // The cell cannot be reached. With `isCertain`, the call has failed for the same reason, so its own error is the
    // better answer.
    return !isCertain
  }
}
