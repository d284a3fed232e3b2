import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { decisionEffects as texts } from './texts.ts'

interface DisputedCase {
  heldCents: string
  dispute: { policy: string } | null
}

/**
 * Returns the effect of returning `acceptedCents` to the payer, as a text with amounts in reais. Zero means a decision
 * in favour of the merchant. If the service has blocked less than the accepted amount, the dispute's policy decides
 * whether the service advances the rest.
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
