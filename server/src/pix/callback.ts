import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import type { NetworkPix } from './provider.ts'
import { readPixItems } from './read-pix.ts'

/** More payments than any PSP puts into one call. */
export const CALLBACK_ITEMS_MAX = 1000

const Callback = z.object({ pix: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

/** What Efí posts before it registers an address: `{"evento":"teste_webhook"}`. It wants a 200. */
const TestCall = z.object({ evento: z.string(), pix: z.undefined().optional() })

/**
 * Reads what the network posts to the callback address: payments that arrived, and returns that ended. An item that
 * cannot be read is counted and logged without what it says; the others are kept. A bank's test call has no items.
 * Undefined for a body that is no callback at all, or has more than CALLBACK_ITEMS_MAX items.
 */
export function readCallback(
  body: unknown,
  log: Log,
): { items: NetworkPix[]; unreadable: number } | undefined {
  if (TestCall.safeParse(body).success) return { items: [], unreadable: 0 }
  const parsed = Callback.safeParse(body)
  return parsed.success ? readPixItems(parsed.data.pix, { log, source: 'callback' }) : undefined
}
