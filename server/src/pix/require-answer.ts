import { isAborted, type Context } from '../kernel/context.ts'
import type { PixProvider, WithPix } from './provider.ts'

/**
 * Runs `work` with a provider that counts its calls. A run of a job thereby fails when the PSP is down, even if the job
 * itself only schedules a retry for each failed call.
 * @throws Error when `work` called the PSP, no call got an answer, and the context was not aborted.
 */
export async function requireAnswer<C extends Context & WithPix, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const calls = { made: 0, answered: 0 }
  const result = await work({ ...ctx, pix: countCalls(ctx.pix, calls) })
  if (calls.made > 0 && calls.answered === 0 && !isAborted(ctx))
    throw new Error(`the Pix network answered none of ${calls.made} calls; the job retries`)
  return result
}

function countCalls(pix: PixProvider, calls: { made: number; answered: number }): PixProvider {
  const counted = async <T>(call: Promise<T>, isAnswered: (result: T) => boolean): Promise<T> => {
    calls.made += 1
    const result = await call
    if (isAnswered(result)) calls.answered += 1
    return result
  }
  const byKind = <T extends { kind: string }>(call: Promise<T>): Promise<T> =>
    counted(call, ({ kind }) => kind !== 'unavailable' && kind !== 'unknown')
  return {
    issue: (request) => byKind(pix.issue(request)),
    find: (txid, signal) => byKind(pix.find(txid, signal)),
    remove: (txid) => byKind(pix.remove(txid)),
    listReceived: (window, signal) => byKind(pix.listReceived(window, signal)),
    listRemoved: (window, signal) => byKind(pix.listRemoved(window, signal)),
    requestReturn: (request) => byKind(pix.requestReturn(request)),
    findReturn: (name, signal) => byKind(pix.findReturn(name, signal)),
    registerCallback: (url) => counted(pix.registerCallback(url), (isRegistered) => isRegistered),
  }
}
