import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import type { NetworkPix } from './provider.ts'
import { readPixItems } from './read-pix.ts'

/** The maximum number of payments in one callback. PSPs send fewer payments at a time. */
export const CALLBACK_ITEMS_MAX = 1000

const Callback = z.object({ pix: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

/**
 * Parses the test call that Efí sends before it registers a URL: `{"evento":"teste_webhook"}`. Efí expects the answer
 * 200.
 */
const TestCall = z.object({ evento: z.string(), pix: z.undefined().optional() })

/**
 * Reads the body of a callback: received payments and finished returns. Skips and counts unreadable items, and logs
 * their faults without their content. For a bank's test call, returns no items. Returns undefined if the body is not a
 * callback or contains more than CALLBACK_ITEMS_MAX items.
 */
export function readCallback(
  body: unknown,
  log: Log,
): { items: NetworkPix[]; unreadable: number } | undefined {
  if (TestCall.safeParse(body).success) return { items: [], unreadable: 0 }
  const parsed = Callback.safeParse(body)
  return parsed.success ? readPixItems(parsed.data.pix, { log, source: 'callback' }) : undefined
}
