import type { Context } from '../kernel/context.ts'
import { Batcher } from '../kernel/jobs/batcher.ts'
import { Problem } from '../kernel/problem.ts'
import { readCallback } from '../pix/callback.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { storePayments } from './store-payments.ts'

/**
 * Stores the payments of a callback in the inbox, without processing them. They are durable when this resolves, so the
 * caller may then answer the network. Returns how many payments and returns are new.
 * @throws Problem validation_error: the body is not a callback of the API Pix.
 */
export async function receiveCallback(ctx: Context, body: unknown): Promise<number> {
  return storePayments(ctx, readItems(ctx, body), 'callback')
}

function readItems(ctx: Context, body: unknown): NetworkPix[] {
  const callback = readCallback(body, ctx.log)
  if (!callback) throw new Problem('validation_error', { fields: [{ path: 'pix', code: 'type' }] })
  return callback.items
}

/** The maximum number of callbacks that one statement stores. */
const BATCH_MAX = 50

/**
 * Makes a receiver for concurrent callbacks. Callbacks that arrive during a write are stored together by the next
 * statement, which saves disk writes. The receiver resolves when the payments of its own callback are durable.
 */
export function makeCallbackReceiver(
  makeContext: () => Context,
): (ctx: Context, body: unknown) => Promise<void> {
  const batches = new Batcher<NetworkPix[]>(
    (callbacks) => storePayments(makeContext(), callbacks.flat(), 'callback'),
    BATCH_MAX,
  )
  return (ctx, body) => batches.submit(readItems(ctx, body))
}
