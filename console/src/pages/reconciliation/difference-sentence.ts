import type { ReconciliationExceptionsQuery } from '../../api/generated/graphql.ts'
import type { Language, Text } from '../../lib/text.ts'
import { formatCents } from '../../lib/values/money.ts'
import { differenceOf as texts } from './difference-texts.ts'

type Row = ReconciliationExceptionsQuery['reconciliationExceptions']['nodes'][number]

/** The amounts of an exception. Returns are negative. */
export type Compared = Pick<Row, 'kind' | 'recordedCents' | 'networkCents'>

/** Returns the amount at the network minus the recorded amount, in centavos; null if the amounts are unknown. */
export function differenceCents({ recordedCents, networkCents }: Compared): bigint | null {
  return recordedCents === null || networkCents === null ? null : BigInt(networkCents) - BigInt(recordedCents)
}

/** Returns a sentence that says which side lacks how much; null if the amounts are equal or unknown. */
export function differenceSentence(compared: Compared, language: Language): Text | null {
  const cents = differenceCents(compared)
  if (cents === null || cents === 0n) return null
  const amount = formatCents(cents < 0n ? -cents : cents, language)
  if (compared.kind === 'return_differs' || compared.kind === 'return_not_recorded')
    return cents < 0n ? texts.returnNetworkOnly(amount) : texts.returnRecordsOnly(amount)
  return cents < 0n ? texts.recordsOnly(amount) : texts.networkOnly(amount)
}
