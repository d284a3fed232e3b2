import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import type { NetworkPix } from './provider.ts'
import { readPixItems } from './read-pix.ts'

/** More payments than any PSP puts into one call. */
export const CALLBACK_ITEMS_MAX = 1000

const Callback = z.object({ pix: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

/**
 * Reads what the network posts to `{callback url}/pix`: payments that arrived, and returns that ended. An
 * item that cannot be read is counted and logged without what it says; the others are kept. Answers undefined
 * for a body that is no callback at all, or holds more than CALLBACK_ITEMS_MAX.
 */
export function readCallback(
  body: unknown,
  log: Log,
): { items: NetworkPix[]; unreadable: number } | undefined {
  const parsed = Callback.safeParse(body)
  return parsed.success ? readPixItems(parsed.data.pix, { log, source: 'callback' }) : undefined
}
