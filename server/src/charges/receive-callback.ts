import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { readCallback } from '../pix/callback.ts'
import { storePayments } from './store-payments.ts'

/**
 * Keeps what the network's callback brought, before anything is made of it: once this returns, the payments are safe
 * in the inbox and the network may be answered. Answers how many are new.
 * @throws Problem validation_error: no callback of API Pix.
 */
export async function receiveCallback(ctx: Context, body: unknown): Promise<number> {
  const callback = readCallback(body, ctx.log)
  if (!callback) throw new Problem('validation_error', { fields: [{ path: 'pix', code: 'type' }] })
  return storePayments(ctx, callback.items, 'callback')
}
