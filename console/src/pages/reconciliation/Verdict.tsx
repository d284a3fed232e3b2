import { useQuery } from '@tanstack/react-query'
import { actorName } from '../../lib/i18n/people/audit.ts'
import { reconciliation as texts } from './texts.ts'
import { countText } from '../../lib/text.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { When } from '../../ui/values/When.tsx'
import { verdictQuery } from './queries.ts'

/** The result of the last verification of the whole ledger. */
export function Verdict() {
  const t = useText()
  const { language } = usePreferences()
  const query = useQuery(verdictQuery)
  const sound = query.data?.ledgerVerdict?.sound
  return (
    <Section
      title={t(texts.verdict)}
      aside={
        sound !== undefined && (
          <Badge tone={sound ? 'success' : 'danger'} size="md">
            {t(sound ? texts.sound : texts.unsound)}
          </Badge>
        )
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {({ ledgerVerdict: verdict }) =>
          verdict === null ? (
            <MutedText>{t(texts.never)}</MutedText>
          ) : (
            <DetailList
              items={[
                [t(texts.finished), <When key="finished" at={verdict.finishedAt} precision="second" />],
                [t(texts.by), t(actorName(verdict.requestedBy))],
                [t(texts.merchants), countText(verdict.merchantsCount, language)],
                [t(texts.entries), countText(verdict.entriesCount, language)],
                [t(texts.findings), countText(verdict.findingsCount, language)],
                ...verdict.findings.map(
                  ({ name, what, journalId }) => [`${name} ${journalId ?? ''}`, what] as const,
                ),
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
