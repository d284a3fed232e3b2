import type { Context } from '../kernel/context.ts'
import { Batcher } from '../kernel/jobs/batcher.ts'
import { withDeadline } from '../kernel/pool/work-limits.ts'
import { Problem } from '../kernel/problem.ts'
import { readCallback } from '../pix/callback.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { storePayments, type ReportedPayment } from './network-inbox.ts'

/** How long the database may take to store a batch, in milliseconds. If storing fails, the PSP repeats the callback. */
const STORE_MS_MAX = 5_000

/** The maximum number of callbacks in one batch. */
const BATCH_MAX = 50

/** The part of a context that belongs to a single callback. */
type RequestContext = Pick<Context, 'log' | 'correlationId'>

/** A callback of the PSP of an account, with its parsed body. */
export interface ReceivedCallback {
  pixAccountId: string
  /** The Pix key (DICT) of the receiving account. */
  pixKey: string
  body: unknown
}

/**
 * Creates a receiver that stores the payments and returns of callbacks in the inbox without processing them. While a
 * statement is running, the receiver collects further callbacks and stores them with the next statement, which saves
 * disk writes. The receiver skips and logs payments with the Pix key of another account. The returned promise resolves
 * with the number of stored payments as soon as these payments are stored durably. The caller may answer the PSP only
 * then. The promise rejects with Problem `validation_error` when the body is not a callback of API Pix.
 */
export function makeCallbackReceiver(
  makeContext: () => Context,
): (ctx: RequestContext, callback: ReceivedCallback) => Promise<number> {
  const batches = new Batcher<ReportedPayment[]>(
    (callbacks) =>
      withDeadline(STORE_MS_MAX, () => storePayments(makeContext(), callbacks.flat(), 'callback')),
    BATCH_MAX,
  )
  return async (ctx, callback) => {
    const items = readItems(ctx, callback)
    await batches.submit(items)
    return items.length
  }
}

function readItems(ctx: RequestContext, { pixAccountId, pixKey, body }: ReceivedCallback): ReportedPayment[] {
  const callback = readCallback(body, ctx.log)
  if (!callback) throw new Problem('validation_error', { fields: [{ path: 'pix', code: 'type' }] })
  const { correlationId } = ctx
  const isOfAccount = ({ raw }: NetworkPix): boolean =>
    typeof raw['chave'] !== 'string' || raw['chave'].toLowerCase() === pixKey.toLowerCase()
  const own = callback.items.filter(isOfAccount)
  const foreign = callback.items.length - own.length
  if (foreign > 0)
    ctx.log.error(
      { account_id: pixAccountId, items: foreign },
      'pix: skipped payments of a callback with the Pix key of another account',
    )
  return own.map((payment) => ({ ...payment, pixAccountId, correlationId }))
}
