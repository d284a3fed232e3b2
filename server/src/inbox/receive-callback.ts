import type { Context } from '../kernel/context.ts'
import { Gathering } from '../kernel/jobs/gathering.ts'
import { Problem } from '../kernel/problem.ts'
import { readCallback } from '../pix/callback.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { storePayments } from './store-payments.ts'

/**
 * Keeps what the network's callback brought, before anything is made of it: once this returns, the payments are safe
 * in the inbox and the network may be answered. Answers how many are new.
 * @throws Problem validation_error: no callback of API Pix.
 */
export async function receiveCallback(ctx: Context, body: unknown): Promise<number> {
  return storePayments(ctx, readItems(ctx, body), 'callback')
}

function readItems(ctx: Context, body: unknown): NetworkPix[] {
  const callback = readCallback(body, ctx.log)
  if (!callback) throw new Problem('validation_error', { fields: [{ path: 'pix', code: 'type' }] })
  return callback.items
}

/** Callbacks that one statement keeps together. */
const TOGETHER_MAX = 50

/**
 * The same for a process that takes callbacks from many connections: those that come while others are being kept are
 * kept together, by one statement and one write to the disk. Resolves when the payments of this one are safe.
 */
export function makeCallbackReceiver(
  makeContext: () => Context,
): (ctx: Context, body: unknown) => Promise<void> {
  const kept = new Gathering<NetworkPix[]>(
    (callbacks) => storePayments(makeContext(), callbacks.flat(), 'callback'),
    TOGETHER_MAX,
  )
  return (ctx, body) => kept.ask(readItems(ctx, body))
}
