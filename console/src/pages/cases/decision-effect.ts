import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { decisionEffects as texts } from './texts.ts'

interface DisputedCase {
  heldCents: string
  dispute: { policy: string } | null
}

/**
 * Returns the effect of a decision in favour of the payer for `acceptedCents`, in reais. Zero is a decision in favour of
 * the merchant. Without enough blocked money, the policy of the dispute decides whether the service advances the rest.
 */
export function decisionEffect(row: DisputedCase, acceptedCents: bigint, language: Language): Text {
  const heldCents = BigInt(row.heldCents)
  const shortCents = acceptedCents > heldCents ? acceptedCents - heldCents : 0n
  const isAdvanced = row.dispute?.policy === 'service_advances'
  const returnedCents = isAdvanced ? acceptedCents : acceptedCents - shortCents
  const releasedCents = heldCents - (acceptedCents - shortCents)
  const parts: Text[] = [
    ...(acceptedCents === 0n ? [texts.nothing] : [texts.returned(formatCents(returnedCents, language))]),
    ...(releasedCents > 0n ? [texts.released(formatCents(releasedCents, language))] : []),
    ...(shortCents > 0n && isAdvanced ? [texts.owed(formatCents(shortCents, language))] : []),
    ...(shortCents > 0n && !isAdvanced ? [texts.missing(formatCents(shortCents, language))] : []),
  ]
  return [parts.map(([ptBr]) => ptBr).join(' '), parts.map(([, en]) => en).join(' ')]
}
