import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { nowMs } from '../lib/time/clock.ts'
import { curlCommand, phasesOf, signatureCheckScript, type Timings } from '../lib/attempt.ts'
import { phaseName, triggerName, attempts as texts, errorHint } from '../lib/i18n/webhooks/attempts.ts'
import { errorClassName } from '../lib/i18n/webhooks/error-class-name.ts'
import classes from './Attempts.module.css'
import { Badge } from '../ui/values/Badge.tsx'
import { CopyButton } from '../ui/values/CopyText.tsx'
import { useText } from '../ui/preferences.tsx'
import { MutedText } from '../ui/values/MutedText.tsx'
import { When } from '../ui/values/When.tsx'

type Header = { name: string; value: string }

/** A recorded HTTP attempt to deliver a webhook. */
export type Attempt = {
  n: number
  trigger: string
  startedAt: string
  durationMs: number
  statusCode: number | null
  errorClass: string | null
  errorDetail: string | null
  remoteIp: string | null
  requestHeaders: readonly Header[]
  responseHeaders: readonly Header[]
  responseBody: string | null
  responseTruncated: boolean
  timings: Timings
}

/** The request that all attempts of one delivery send. `body` is null if the page has not loaded the body. */
export type SentRequest = { url: string; eventId: string; eventType: string; body: string | null }

/** Returns a JSON text with indentation. Returns any other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The attempts of a delivery, newest first, each with request and response. */
export function Attempts(props: { attempts: readonly Attempt[]; request: SentRequest }) {
  const t = useText()
  if (props.attempts.length === 0) return <MutedText>{t(texts.noAttempts)}</MutedText>
  return (
    <ol className={classes.attempts}>
      {props.attempts
        .toSorted((a, b) => b.n - a.n)
        .map((attempt) => (
          <li key={attempt.n}>
            <AttemptView attempt={attempt} request={props.request} />
          </li>
        ))}
    </ol>
  )
}

function AttemptView({ attempt, request }: { attempt: Attempt; request: SentRequest }) {
  const t = useText()
  const [side, setSide] = useState<'response' | 'request'>('response')
  const trigger = triggerName[attempt.trigger]
  return (
    <article className={classes.attempt} aria-label={t(texts.attempt(attempt.n))}>
      <header className={classes.header}>
        <strong>{t(texts.attempt(attempt.n))}</strong>
        <AnswerBadge statusCode={attempt.statusCode} error={attempt.errorClass} />
        <span className={classes.facts}>
          <When at={attempt.startedAt} precision="second" />
          <span className="figures">{t(texts.duration(attempt.durationMs))}</span>
          <span>{trigger ? t(trigger) : attempt.trigger}</span>
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t(texts.attempt(attempt.n))}
          value={side}
          onChange={setSide}
          data={[
            { value: 'response' as const, label: t(texts.response) },
            { value: 'request' as const, label: t(texts.request) },
          ]}
        />
      </header>
      <Phases timings={attempt.timings} />
      {side === 'response' ? (
        <Response attempt={attempt} />
      ) : (
        <Request request={request} headers={attempt.requestHeaders} />
      )}
    </article>
  )
}

/** The phases of an attempt, as a bar and as text. */
function Phases({ timings }: { timings: Timings }) {
  const t = useText()
  const phases = phasesOf(timings)
  if (phases.length === 0) return null
  return (
    <div className={classes.phases}>
      <div className={classes.bar} aria-hidden>
        {phases.map(({ phase, ms }) => (
          <span key={phase} data-phase={phase} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={classes.legend} aria-label={t(texts.timings)}>
        {phases.map(({ phase, ms }) => (
          <li key={phase} data-phase={phase} className="figures">
            {t(phaseName[phase])} {t(texts.duration(Math.round(ms)))}
          </li>
        ))}
      </ul>
    </div>
  )
}

const lineOf = ({ name, value }: Header) => `${name}: ${value}`

function Response({ attempt }: { attempt: Attempt }) {
  const t = useText()
  const head = attempt.responseHeaders.map(lineOf).join('\n')
  const hint = errorHint(attempt.errorClass, attempt.statusCode)
  const answer = [head, pretty(attempt.responseBody ?? '')].filter((part) => part !== '').join('\n\n')
  return (
    <div className={classes.side}>
      {attempt.errorDetail !== null && <p className={classes.error}>{attempt.errorDetail}</p>}
      {hint && <p className={classes.hint}>{t(hint)}</p>}
      {answer === '' ? (
        <MutedText>{t(texts.noResponse)}</MutedText>
      ) : (
        <pre className={classes.code} tabIndex={0}>
          {answer}
        </pre>
      )}
      {attempt.responseTruncated && <MutedText>{t(texts.truncated)}</MutedText>}
    </div>
  )
}

function Request({ request, headers }: { request: SentRequest; headers: readonly Header[] }) {
  const t = useText()
  const head = [`POST ${request.url}`, ...headers.map(lineOf)].join('\n')
  return (
    <div className={classes.side}>
      <pre className={classes.code} tabIndex={0}>
        {request.body === null ? head : `${head}\n\n${pretty(request.body)}`}
      </pre>
      {request.body !== null && (
        <div className={classes.copies}>
          <CopyButton size="xs" text={curlCommand({ url: request.url, body: request.body, headers })}>
            {t(texts.curl)}
          </CopyButton>
          <CopyButton size="xs" text={signatureCheckScript(request.body)}>
            {t(texts.signatureCheck)}
          </CopyButton>
        </div>
      )}
    </div>
  )
}

/** The HTTP status of the endpoint's answer, or the error class when the endpoint did not answer. */
export function AnswerBadge(props: { statusCode: number | null; error: string | null }) {
  const t = useText()
  if (props.statusCode === null && props.error === null) return <span className="faint">—</span>
  const name = errorClassName[props.error ?? '']
  const success = props.statusCode !== null && props.statusCode >= 200 && props.statusCode < 300
  return (
    <Badge tone={success ? 'success' : 'danger'}>
      {props.statusCode === null ? (name ? t(name) : props.error) : `HTTP ${props.statusCode}`}
    </Badge>
  )
}

/** The time of a future attempt. If the attempt is already due, shows `as soon as possible` instead of the time. */
export function AttemptTime({ at }: { at: string | null }) {
  const t = useText()
  if (at !== null && Date.parse(at) <= nowMs()) return <>{t(texts.asSoonAsPossible)}</>
  return <When at={at} relative />
}

/**
 * Says how many attempts of a delivery have failed, and when the next attempt starts. While the endpoint is paused, the
 * text says when the pause ends, because a failure of another delivery can extend the pause.
 */
export function NextAttempt(props: {
  delivery: {
    retry: { attempt: number; attemptsMax: number } | null
    nextAttemptAt: string | null
    endpointPausedUntil: string | null
  }
}) {
  const t = useText()
  const { retry, nextAttemptAt, endpointPausedUntil } = props.delivery
  if (retry === null) return null
  return (
    <span className="faint">
      {t(texts.failedAttempts(retry.attempt - 1, retry.attemptsMax))}
      {nextAttemptAt !== null && (
        <>
          {t(endpointPausedUntil === null ? texts.next : texts.paused)}{' '}
          {endpointPausedUntil === null ? (
            <AttemptTime at={nextAttemptAt} />
          ) : (
            <When at={endpointPausedUntil} />
          )}
        </>
      )}
    </span>
  )
}
