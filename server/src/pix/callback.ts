import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import type { NetworkPix } from './provider.ts'
import { readPixItems } from './read-pix.ts'

/** The maximum number of payments in one callback. PSPs send fewer. */
export const CALLBACK_ITEMS_MAX = 1000

const Callback = z.object({ pix: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

/** The test call that Efí sends before it registers a URL: `{"evento":"teste_webhook"}`. Efí expects a 200. */
const TestCall = z.object({ evento: z.string(), pix: z.undefined().optional() })

/**
 * Reads the body of a callback: received payments and finished returns. Skips an unreadable item, counts it, and logs
 * the fault without the item's content. For a bank's test call, returns no items. Returns undefined when the body is
 * not a callback or has more than CALLBACK_ITEMS_MAX items.
 */
export function readCallback(
  body: unknown,
  log: Log,
): { items: NetworkPix[]; unreadable: number } | undefined {
  if (TestCall.safeParse(body).success) return { items: [], unreadable: 0 }
  const parsed = Callback.safeParse(body)
  return parsed.success ? readPixItems(parsed.data.pix, { log, source: 'callback' }) : undefined
}
