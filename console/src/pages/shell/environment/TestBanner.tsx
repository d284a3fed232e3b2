import { IconFlask } from '@tabler/icons-react'
import { useTestAccount } from '../../../api/environment/test-account.ts'
import { useMerchant } from '../../../api/merchants.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './environment.module.css'
import { environment as texts, GUIDE } from './texts.ts'

/**
 * The banner shows the clock of the test account if this clock is ahead of real time by more than this many
 * milliseconds.
 */
const AHEAD_MS = 60_000

/** Banner of every page of the test environment. */
export function TestBanner() {
  const t = useText()
  const merchant = useMerchant()
  const now = useTestAccount()?.now ?? null
  return (
    <div className={classes.banner} role="note">
      <IconFlask size={18} aria-hidden />
      <strong>{t(merchant === undefined ? texts.banner : texts.bannerOf(merchant.name))}</strong>
      {now !== null && Date.parse(now) - nowMs() > AHEAD_MS && (
        <span>
          {t(texts.clock)} <When at={now} />
        </span>
      )}
      <span>
        {t(texts.actions)}{' '}
        <a href={t(GUIDE)} target="_blank" rel="noopener">
          {t(texts.guide)}
        </a>
      </span>
    </div>
  )
}
