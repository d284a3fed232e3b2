import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import type { Profile } from './profiles/profile.ts'
import { PROFILES } from './profiles/profiles.ts'
import type { NetworkPix } from './provider.ts'
import { readPixItems } from './read-pix.ts'

/** The maximum number of payments that one callback may contain. PSPs send fewer payments at a time. */
export const CALLBACK_ITEMS_MAX = 1000

const Callback = z.object({ pix: z.array(z.unknown()).max(CALLBACK_ITEMS_MAX) })

const AnyObject = z.record(z.string(), z.unknown())

/**
 * Returns whether a body is the test call that a PSP sends before it registers a URL. Such a body is an object with the
 * members of `ping` in a profile. Each value is a text, which may differ from the text in the profile.
 */
function isTestCall(body: unknown, profiles: Iterable<Profile>): boolean {
  const { data } = AnyObject.safeParse(body)
  if (data === undefined || !Object.values(data).every((value) => typeof value === 'string')) return false
  const names = Object.keys(data).toSorted().join()
  return Array.from(profiles).some(
    ({ webhook: { ping } }) => ping !== undefined && Object.keys(ping).toSorted().join() === names,
  )
}

/**
 * Reads the body of a callback: received payments and finished returns. Skips and counts unreadable items, and logs
 * their faults without their content. For the test call of a PSP, returns no items. Returns undefined if the body is
 * not a callback or contains more than CALLBACK_ITEMS_MAX items.
 */
export function readCallback(
  body: unknown,
  log: Log,
  profiles: Iterable<Profile> = PROFILES.values(),
): { items: NetworkPix[]; unreadable: number } | undefined {
  if (isTestCall(body, profiles)) return { items: [], unreadable: 0 }
  const parsed = Callback.safeParse(body)
  return parsed.success ? readPixItems(parsed.data.pix, { log, source: 'callback' }) : undefined
}
