import { endpointPerformance as texts, periodName } from './texts.ts'
import type { EndpointPerformanceFragment } from '../../../api/generated/graphql.ts'
import { errorHint } from '../../../lib/i18n/webhooks/attempts.ts'
import { errorClassName } from '../../../lib/i18n/webhooks/error-class-name.ts'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import classes from './Performance.module.css'

type Endpoint = EndpointPerformanceFragment & {
  lastErrorClass: string | null
  lastErrorStatus: number | null
}
type Period = Endpoint['windows'][number]

const PERCENT = 100

/** Success rate and latency of an endpoint's attempts in several periods, and the errors of the last 24 hours. */
export function Performance({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  return (
    <Section title={t(texts.title)}>
      <table className={classes.table} aria-label={t(texts.title)}>
        <thead>
          <tr>
            <th scope="col">{t(texts.period)}</th>
            <th scope="col">{t(texts.rate)}</th>
            <th scope="col">{t(texts.median)}</th>
            <th scope="col">{t(texts.most)}</th>
          </tr>
        </thead>
        <tbody>
          {endpoint.windows.map((period) => (
            <PeriodRow key={period.hours} period={period} />
          ))}
        </tbody>
      </table>
      <Errors endpoint={endpoint} />
    </Section>
  )
}

function PeriodRow({ period }: { period: Period }) {
  const t = useText()
  const { hours, succeeded, failed } = period
  const name = periodName[hours]
  const all = succeeded + failed
  const latency = (ms: number | null) => (ms === null ? '—' : t(texts.upTo(ms)))
  return (
    <tr>
      <th scope="row">{name ? t(name) : hours}</th>
      <td title={t(texts.attempts(all))}>
        {all === 0 ? '—' : `${Math.floor((PERCENT * succeeded) / all)}%`}
      </td>
      <td>{latency(period.p50Ms)}</td>
      <td>{latency(period.p95Ms)}</td>
    </tr>
  )
}

function Errors({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const { errors24h: errors, lastErrorClass, lastErrorStatus } = endpoint
  if (errors.length === 0) return <MutedText>{t(texts.none)}</MutedText>
  return (
    <>
      <h3 className={classes.heading}>{t(texts.errors)}</h3>
      <ul className={classes.errors}>
        {errors.map(({ errorClass, attempts }) => {
          const name = errorClassName[errorClass]
          const hint = errorHint(errorClass, errorClass === lastErrorClass ? lastErrorStatus : null)
          return (
            <li key={errorClass}>
              <span className={classes.name}>
                <strong>{name ? t(name) : errorClass}</strong>
                <span className="figures">{t(texts.attempts(attempts))}</span>
              </span>
              {hint && <span className={classes.hint}>{t(hint)}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
