import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { remedyEffects as texts } from './texts.ts'

type Details = readonly { name: string; value: string }[]

/**
 * Returns the effect of a remedy as a text in reais; null when the remedy moves no money or the details contain no
 * amount.
 */
export function remedyEffect(remedy: string, details: Details, language: Language): Text | null {
  const cents = (...names: string[]) => details.find(({ name }) => names.includes(name))?.value ?? null
  const recorded = cents('recorded_cents')
  const listed = cents('listed_cents', 'network_cents')
  if (remedy === 'settle_as_recorded' && recorded !== null)
    return texts.settled(formatCents(recorded, language))
  if (remedy === 'settle_as_listed' && recorded !== null && listed !== null)
    return texts.differs(
      formatCents(listed, language),
      formatCents(BigInt(recorded) - BigInt(listed), language, 'always'),
    )
  return null
}
