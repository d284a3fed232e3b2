import { plusMs } from '../../kernel/clock.ts'
import type { Profile } from './profile.ts'

/** A token is fresh for this many milliseconds after its grant. */
const FRESH_MS = 10_000

/** The pause after a token request that the PSP refused. The pause doubles with each refusal up to a maximum. */
export interface TokenPause {
  isOn(now: Date): boolean
  /** Records a refused token request. */
  extend(now: Date): void
  /**
   * Records a token that API Pix refused. The first refused fresh token is replaced at once, because the PSP may have
   * revoked all tokens. Each further refusal of a fresh token counts as a refused token request.
   */
  countDrop(grantedAt: Date, now: Date): void
  /**
   * Records a granted token. Clears the count of refusals, unless API Pix has refused several fresh tokens in a row.
   */
  end(): void
  /** Ends the pause and clears the count of earlier refusals, because the credentials were replaced. */
  reset(): void
}

export function makeTokenPause(limits: Profile['rateLimits']): TokenPause {
  let refusals = 0
  let drops = 0
  let until: Date | undefined

  function extend(now: Date): void {
    const pauseMs = Math.min(limits.tokenPauseMs * 2 ** Math.min(refusals, 20), limits.tokenPauseMaxMs)
    refusals += 1
    until = plusMs(now, pauseMs)
  }
  return {
    isOn: (now) => until !== undefined && now < until,
    extend,
    countDrop(grantedAt, now) {
      const isFresh = now.getTime() - grantedAt.getTime() < FRESH_MS
      drops = isFresh ? drops + 1 : 0
      if (drops > 1) extend(now)
    },
    end() {
      if (drops <= 1) refusals = 0
    },
    reset() {
      refusals = 0
      drops = 0
      until = undefined
    },
  }
}
