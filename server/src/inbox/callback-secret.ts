import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { constantTimeEqual } from '../kernel/vault.ts'

const NOTICE_INTERVAL_MS = 60_000

interface CallbackSecrets {
  current: string
  /**
   * The previous secret. The service also accepts the previous secret, because the PSP may still use it after a change.
   */
  previous: string | undefined
  clock: Clock
  log: Log
}

/**
 * Creates a check of the secret in the path of a callback. The check compares in constant time. The check logs at most
 * once a minute that the PSP still uses the previous secret. When this line has stopped appearing, the previous secret
 * can be removed.
 */
export function makeCallbackSecretCheck({
  current,
  previous,
  clock,
  log,
}: CallbackSecrets): (secret: string) => boolean {
  let nextNoticeMs = 0
  return (secret) => {
    const isCurrent = constantTimeEqual(secret, current)
    const isPrevious = previous !== undefined && constantTimeEqual(secret, previous)
    const nowMs = clock.now().getTime()
    if (isPrevious && !isCurrent && nowMs >= nextNoticeMs) {
      nextNoticeMs = nowMs + NOTICE_INTERVAL_MS
      log.warn('a callback used PIX_CALLBACK_SECRET_PREVIOUS: the PSP does not use the new URL yet')
    }
    return isCurrent || isPrevious
  }
}
