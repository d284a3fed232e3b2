import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/list.ts'
import { useCan } from '../../api/me.ts'
import { useMerchantChoice, useMerchantName } from '../../api/merchants.ts'
import { rangeName } from '../../lib/i18n/search/filters.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { reconciliation as texts } from './texts.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { OtherMerchants } from '../../shared/links/OtherMerchants.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { DaySection } from './day/DaySection.tsx'
import { lastClosedDay } from './day/last-closed-day.ts'
import { exceptionsList } from './exceptions.list.tsx'
import { dayQuery } from './queries.ts'
import { parseReconciliationSearch } from './search.ts'
import { Totals } from './Totals.tsx'
import { Verdict } from './Verdict.tsx'

const route = getRouteApi('/app/reconciliation')

/** The page with the last verification of the ledger, and the differences between the ledger and the PSP's records. */
export function ReconciliationPage() {
  const t = useText()
  const merchantId = useMerchantChoice()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { state = 'open' as const, day } = search
  const filter = { merchantId, state }
  const date = day ?? lastClosedDay(nowMs())
  const ids = useQuery(dayQuery(merchantId, date)).data?.reconciliationDay.openIds ?? []
  const list = exceptionsList(state, useMerchantName(), { name: rangeName(`${date}..${date}`), ids })
  const source = useList(list, filter)
  const mayClose = useCan('reconciliation.close')
  const go = (change: Record<string, unknown>) =>
    void navigate({
      to: '/reconciliation',
      search: parseReconciliationSearch({ ...search, ...change }),
      replace: true,
    })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={<ExportList label={texts.exportExceptions} list={list} filter={filter} />}
    >
      <MerchantName />
      <OtherMerchants about="exceptions" />
      <DaySection merchantId={merchantId} day={day} onDay={(next) => go({ day: next })} />
      <Verdict />
      <Totals filter={filter} />
      {state === 'open' && source.rows.length > 0 && (
        <MutedText>{t(mayClose ? texts.nextStep : texts.nextStepOfOthers)}</MutedText>
      )}
      <List
        list={list}
        source={source}
        aside={
          <>
            <SavedViews page="reconciliation" />
            <SegmentedControl
              size="xs"
              aria-label={t(texts.state)}
              value={state}
              onChange={(value) => go({ state: value })}
              data={[
                { value: 'open' as const, label: t(texts.open) },
                { value: 'closed' as const, label: t(texts.closed) },
              ]}
            />
          </>
        }
      />
    </Page>
  )
}
