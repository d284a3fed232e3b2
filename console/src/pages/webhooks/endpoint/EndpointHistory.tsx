import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { zoneName } from '../../../lib/i18n/settings.ts'
import { endpointPerformance as texts } from './texts.ts'
import {
  WebhookEndpointHistoryDocument,
  type WebhookEndpointHistoryQuery,
} from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { dayOf, HOUR_MS, hourOf } from '../../../lib/time/day.ts'
import { charts } from '../../../lib/i18n/charts.ts'
import { rangeName, filters } from '../../../lib/i18n/search/filters.ts'
import { countText } from '../../../lib/text.ts'
import { chartPeriod, type Range } from '../../../lib/time/range.ts'
import { formatWhen } from '../../../lib/time/when.ts'
import { Chart } from '../../../ui/charts/Chart.tsx'
import { LoadedChart } from '../../../ui/charts/LoadedChart.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import classes from './EndpointPage.module.css'

type Step = 'hour' | 'day'
type Moment = WebhookEndpointHistoryQuery['webhookEndpointHistory'][number]

const POLL_MS = 15_000
const DEFAULT_RANGE = '24h'
/**
 * The length of the longest period whose charts have one step per hour, in milliseconds. Charts of longer periods
 * have one step per day.
 */
const HOURS_MAX_MS = 8 * 24 * HOUR_MS

/**
 * Loads the outcomes and latencies of the attempts in a period. Without a period in the URL, the period is the last 24
 * hours.
 */
export function useEndpointHistory(
  endpoint: { merchantId: string; endpointId: string },
  chosen: Range | undefined,
) {
  const { zone } = usePreferences()
  const range = chosen ?? DEFAULT_RANGE
  const { from, to, lengthMs, isTooLong } = chartPeriod(range, zone, nowMs())
  const step: Step = lengthMs <= HOURS_MAX_MS ? 'hour' : 'day'
  const query = useQuery({
    ...gqlQuery(WebhookEndpointHistoryDocument, { ...endpoint, from, to, zone, step }),
    enabled: !isTooLong,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return { query, range, step, isChosen: chosen !== undefined, isTooLong }
}

/** Charts of an endpoint for the period of the delivery filter. Selecting a range in a chart changes that period. */
export function EndpointHistory(props: {
  history: ReturnType<typeof useEndpointHistory>
  onRange: (range: Range | undefined) => void
}) {
  const t = useText()
  const { query, range, step, isChosen, isTooLong } = props.history
  return (
    <Section
      title={t(step === 'hour' ? texts.byHour : texts.byDay)}
      aside={
        isChosen ? (
          <Button size="compact-xs" variant="default" onClick={() => props.onRange(undefined)}>
            {t(texts.lastDay)}
          </Button>
        ) : (
          <span className="faint">{t(rangeName(range))}</span>
        )
      }
    >
      <LoadedChart query={query} isTooLong={isTooLong} heights={[180, 180]}>
        {({ webhookEndpointHistory: moments }) => (
          <Charts moments={moments} step={step} range={range} onRange={props.onRange} />
        )}
      </LoadedChart>
    </Section>
  )
}

function Charts(props: {
  moments: readonly Moment[]
  step: Step
  range: Range
  onRange: (range: Range) => void
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  const { moments, step, range } = props
  if (moments.every(({ succeeded, failed }) => succeeded + failed === 0))
    return <MutedText>{t(texts.nothing(t(rangeName(range))))}</MutedText>
  const precision = step === 'hour' ? 'minute' : 'day'
  const nameOf = step === 'hour' ? hourOf : dayOf
  const zonedName = (index: number) => nameOf(Date.parse(moments[index]?.from ?? ''), zone)
  const shared = {
    step: charts[step],
    steps: moments.map(({ from }) => formatWhen(from, { language, zone, precision })),
    note: t((step === 'hour' ? texts.hoursNote : filters.zoneNote)(t(zoneName[zone]))),
    onSelect: (first: number, last: number) => props.onRange(`${zonedName(first)}..${zonedName(last)}`),
    compact: true,
  }
  const valuesOf = (read: (moment: Moment) => number | null) =>
    moments.map((moment) => {
      const value = read(moment)
      return value === null ? null : BigInt(value)
    })
  return (
    <>
      <Chart
        {...shared}
        as="bars"
        label={`${t(texts.attemptsChart)}: ${t(rangeName(range))}`}
        format={(count) => countText(Number(count), language)}
        series={[
          {
            id: 'succeeded',
            tint: '1',
            name: t(texts.succeeded),
            values: valuesOf(({ succeeded }) => succeeded),
          },
          { id: 'failed', tint: '5', name: t(texts.failed), values: valuesOf(({ failed }) => failed) },
        ]}
      />
      <h3 className={classes.chartTitle}>{t(texts.latencyChart)}</h3>
      {moments.every(({ p50Ms }) => p50Ms === null) ? (
        <MutedText>{t(texts.noSuccess(t(rangeName(range))))}</MutedText>
      ) : (
        <Chart
          {...shared}
          as="lines"
          label={`${t(texts.latencyChart)}: ${t(rangeName(range))}`}
          format={(ms) => (ms === 0n ? '0 ms' : t(texts.upTo(Number(ms))))}
          series={[
            { id: 'p50', tint: '1', name: t(texts.median), values: valuesOf(({ p50Ms }) => p50Ms) },
            {
              id: 'p95',
              tint: '3',
              dashed: true,
              name: t(texts.most),
              values: valuesOf(({ p95Ms }) => p95Ms),
            },
          ]}
        />
      )}
    </>
  )
}
