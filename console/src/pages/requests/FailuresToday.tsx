import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RequestFailuresQuery } from '../../api/generated/graphql.ts'
import { countText } from '../../lib/text.ts'
import type { Column } from '../../ui/lists/column.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { When } from '../../ui/values/When.tsx'
import { failuresQuery } from './queries.ts'
import { parseRequestSearch } from './search.ts'
import { errorName, requests as texts } from './texts.ts'

type Failures = RequestFailuresQuery['requestFailures']
type FailedCalls = Failures['codes'][number]

const page = getRouteApi('/app/requests')

const LABELLED_ASIDE = { slot: 'aside', label: true } as const

const COLUMNS: readonly Column<FailedCalls>[] = [
  { header: texts.error, cell: ({ code }) => <CodeLink code={code} />, card: 'title' },
  { header: texts.count, align: 'end', cell: ({ count }) => <Count value={count} />, card: LABELLED_ASIDE },
  {
    header: texts.last,
    align: 'end',
    cell: ({ lastAt }) => <When at={lastAt} relative />,
    card: { slot: 'note', label: true },
  },
]

/** Shows by error code how many calls of the chosen merchant, or of all merchants, failed today. */
export function FailuresToday({ merchantId }: { merchantId: string | null }) {
  const t = useText()
  const { zone } = usePreferences()
  const query = useQuery(failuresQuery(merchantId, zone))
  const failures = query.data?.requestFailures
  return (
    <Section
      title={t(texts.today)}
      flush={failures !== undefined && failures.count > 0}
      aside={
        failures !== undefined &&
        failures.count > 0 && (
          <Badge tone="danger" size="md">
            {t(texts.failedToday(failures.count))}
          </Badge>
        )
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
        {({ requestFailures }) => <Codes failures={requestFailures} />}
      </Loaded>
    </Section>
  )
}

function Codes({ failures }: { failures: Failures }) {
  const t = useText()
  if (failures.count === 0) return <MutedText>{t(texts.noneToday)}</MutedText>
  return (
    <>
      <DataTable label={t(texts.today)} columns={COLUMNS} rows={failures.codes} rowKey={({ code }) => code} />
      {failures.isPartial && <MutedText>{t(texts.newestOnly)}</MutedText>}
    </>
  )
}

/** Link to the list of today's calls that failed with this error code. */
function CodeLink({ code }: { code: string }) {
  const t = useText()
  const search = parseRequestSearch(page.useSearch())
  return (
    <page.Link to="/requests" search={{ ...search, code, range: 'today' }}>
      {t(errorName(code))}
    </page.Link>
  )
}

function Count({ value }: { value: number }) {
  const { language } = usePreferences()
  return countText(value, language)
}
