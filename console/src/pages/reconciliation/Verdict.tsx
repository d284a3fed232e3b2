import { useQuery } from '@tanstack/react-query'
import { actorName } from '../../lib/i18n/people/audit.ts'
import { checkedNone, lastRoutine, ledgerUnverified } from '../../lib/i18n/finance/ledger-verdict.ts'
import { reconciliation as texts } from './texts.ts'
import { countText, type Text } from '../../lib/text.ts'
import {
  hasCheckedNone,
  VERDICT_TONE,
  verdictState,
  type VerdictState,
} from '../../lib/values/ledger-verdict.ts'
import { Callout } from '../../ui/Callout.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { When } from '../../ui/values/When.tsx'
import { VerifyNow } from './VerifyNow.tsx'
import type { LedgerVerdictQuery } from '../../api/generated/graphql.ts'
import { verdictQuery } from './queries.ts'

const UNDER_WAY_POLL_MS = 2000

const VERDICT_TEXT: Record<Exclude<VerdictState, keyof typeof checkedNone>, Text> = {
  never: ledgerUnverified,
  sound: texts.sound,
  unsound: texts.unsound,
}

type Verdict = NonNullable<LedgerVerdictQuery['ledgerVerdict']>

const isUnderWay = (data: LedgerVerdictQuery | undefined): boolean =>
  data !== undefined && data.ledgerVerification !== 'scheduled'

/** The result of the last verification of the whole ledger, and a button that requests another one. */
export function Verdict() {
  const t = useText()
  const query = useQuery({
    ...verdictQuery,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? UNDER_WAY_POLL_MS : false),
  })
  const last = query.data?.ledgerVerdict
  return (
    <Section
      title={t(texts.verdict)}
      aside={
        <>
          {last !== undefined && <Outcome last={last} />}
          <VerifyNow isUnderWay={isUnderWay(query.data)} />
        </>
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {({ ledgerVerdict: verdict }) =>
          verdict === null ? <MutedText>{t(texts.never)}</MutedText> : <Details verdict={verdict} />
        }
      </Loaded>
    </Section>
  )
}

/**
 * The result of the last verification. Renders nothing if the verification checked no entry, because the details say
 * so.
 */
function Outcome({ last }: { last: Verdict | null }) {
  const t = useText()
  const state = verdictState(last)
  if (hasCheckedNone(state)) return null
  return (
    <>
      <Badge tone={VERDICT_TONE[state]} size="md">
        {t(VERDICT_TEXT[state])}
      </Badge>
      {last && (
        <span className="soft">
          {t(texts.checked(last.entriesCount))} · <When at={last.finishedAt} relative />
        </span>
      )}
    </>
  )
}

function Details({ verdict }: { verdict: Verdict }) {
  const t = useText()
  const { language } = usePreferences()
  const state = verdictState(verdict)
  if (hasCheckedNone(state)) {
    const sentence = (
      <>
        {t(lastRoutine)} <When at={verdict.finishedAt} />: {t(checkedNone[state])}
      </>
    )
    return state === 'checked_nothing' ? (
      <Callout tone="warning" title={sentence} />
    ) : (
      <MutedText>{sentence}</MutedText>
    )
  }
  return (
    <DetailList
      items={[
        [t(texts.finished), <When key="finished" at={verdict.finishedAt} precision="second" />],
        [t(texts.by), t(actorName(verdict.requestedBy))],
        [t(texts.merchants), countText(verdict.merchantsCount, language)],
        [t(texts.entries), countText(verdict.entriesCount, language)],
        [t(texts.findings), countText(verdict.findingsCount, language)],
        ...verdict.findings.map(({ name, what, journalId }) => [`${name} ${journalId ?? ''}`, what] as const),
      ]}
    />
  )
}
