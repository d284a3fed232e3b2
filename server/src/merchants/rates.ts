import type { Context } from '../kernel/context.ts'
import type { Rates } from '../http/rate-limit.ts'
import { getMerchant } from './merchant.queries.ts'

/** Accounts whose rates are kept at once; the oldest goes first. */
const KEPT_MAX = 10_000

/** Reads an account's call rates, at most once in `ttlMs`: a change by command line or console holds after that. */
export function makeRatesReader(ttlMs: number): (ctx: Context, merchantId: string) => Promise<Rates> {
  const kept = new Map<string, { readAtMs: number; rates: Promise<Rates> }>()
  return (ctx, merchantId) => {
    const nowMs = ctx.clock.now().getTime()
    const known = kept.get(merchantId)
    if (known && nowMs - known.readAtMs < ttlMs) return known.rates
    const rates = readRates(ctx, merchantId)
    rates.catch(() => kept.delete(merchantId))
    kept.delete(merchantId)
    kept.set(merchantId, { readAtMs: nowMs, rates })
    const [oldest = merchantId] = kept.keys()
    if (kept.size > KEPT_MAX) kept.delete(oldest)
    return rates
  }
}

async function readRates(ctx: Context, merchantId: string): Promise<Rates> {
  const { readRate, writeRate, searchRate } = await getMerchant(ctx, merchantId)
  return { read: readRate, write: writeRate, search: searchRate }
}
