import { useQuery } from '@tanstack/react-query'
import { formatCents } from '../../lib/values/money.ts'
import { Figure, Figures } from '../../ui/Figures.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { totalsQuery } from './queries.ts'
import { totals as texts } from './difference-texts.ts'

/** The sums of the exceptions, and in words how much only the network has and how much only the records have. */
export function Totals({ filter }: { filter: Parameters<typeof totalsQuery>[0] }) {
  const t = useText()
  const { language } = usePreferences()
  const { data } = useQuery(totalsQuery(filter))
  const sums = data?.reconciliationTotals
  if (sums === undefined || sums.count === 0) return null
  const name = t(filter.state === 'open' ? texts.ofOpen : texts.ofClosed)
  return (
    <>
      <Figures label={name}>
        <Figure name={name}>{sums.isPartial ? t(texts.moreThan) : sums.count}</Figure>
        <Figure name={t(texts.recorded)}>
          <Money cents={sums.recordedCents} />
        </Figure>
        <Figure name={t(texts.network)}>
          <Money cents={sums.networkCents} />
        </Figure>
        <Figure name={t(texts.difference)}>
          <Money cents={BigInt(sums.networkCents) - BigInt(sums.recordedCents)} signed />
        </Figure>
      </Figures>
      <MutedText>
        {t(
          texts.bothWays(
            formatCents(sums.networkOnlyCents, language),
            formatCents(sums.recordsOnlyCents, language),
          ),
        )}
      </MutedText>
    </>
  )
}
