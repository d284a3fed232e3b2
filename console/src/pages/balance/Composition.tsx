import { nameWithoutHeld } from '../../lib/i18n/finance/held-payments.ts'
import { sharePercent } from '../../lib/values/money.ts'
import type { Position } from '../../lib/values/status.ts'
import { useText } from '../../ui/preferences.tsx'
import { balance as texts } from './texts.ts'
import classes from './BalancePage.module.css'

/** The shares of the positions as a bar with a legend. */
export function Composition({ positions }: { positions: { position: Position; cents: bigint }[] }) {
  const t = useText()
  const positive = positions.filter(({ cents }) => cents > 0n)
  const sumCents = positive.reduce((sum, { cents }) => sum + cents, 0n)
  if (sumCents === 0n) return null
  return (
    <div className={classes.composition} role="img" aria-label={t(texts.composition)}>
      <div className={classes.bar}>
        {positive.map(({ position, cents }) => (
          <span key={position} data-position={position} style={{ flexGrow: sharePercent(cents, sumCents) }} />
        ))}
      </div>
      <div className={classes.legend}>
        {positive.map(({ position }) => (
          <span key={position} data-position={position}>
            {t(nameWithoutHeld(position))}
          </span>
        ))}
      </div>
    </div>
  )
}
