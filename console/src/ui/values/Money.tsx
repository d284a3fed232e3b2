import { formatCents, type Cents, type SignDisplay } from '../../lib/values/money.ts'
import classes from './Money.module.css'
import { usePreferences } from '../preferences.tsx'

/**
 * The only component that renders money. With `movement` a positive amount has a plus sign, because it increases a
 * balance. With `signed` it has the plus sign but no colour, because it is a difference. A missing amount is a dash, so
 * that it does not look like zero.
 */
export function Money(props: {
  cents: Cents | null
  movement?: boolean
  signed?: boolean
  size?: 'md' | 'lg' | 'xl'
}) {
  const { language, negatives } = usePreferences()
  if (props.cents === null) return <span className="faint">—</span>
  const sign: SignDisplay = props.movement === true || props.signed === true ? 'always' : 'auto'
  const cents = BigInt(props.cents)
  const tone = props.movement !== true || cents === 0n ? 'plain' : cents > 0n ? 'in' : 'out'
  return (
    <span className={classes.money} data-tone={tone} data-size={props.size ?? 'md'}>
      {formatCents(cents, language, sign, negatives)}
    </span>
  )
}
