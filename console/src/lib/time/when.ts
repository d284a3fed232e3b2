import type { Language } from '../text.ts'
import type { Zone } from './day.ts'
import { formatDuration } from './duration.ts'

export type Precision = 'minute' | 'second' | 'day' | 'hour'

const MINUTE_MS = 60_000

/** Returns the precision that shows times apart: seconds if two of the times lie in the same minute. */
export function precisionToTellApart(times: readonly (string | null)[]): Precision {
  const minutes = times.flatMap((at) => (at === null ? [] : Math.floor(Date.parse(at) / MINUTE_MS)))
  return new Set(minutes).size < minutes.length ? 'second' : 'minute'
}

const LOCALE: Record<Language, string> = { 'pt-BR': 'pt-BR', en: 'en-GB' }
const DATE = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const DATE_EN = { day: '2-digit', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, zone: Zone, precision: Precision): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${precision}`
  const known = formats.get(key)
  if (known) return known
  const date = precision === 'hour' ? {} : language === 'en' ? DATE_EN : DATE
  const time =
    precision === 'day' ? {} : precision === 'second' ? { ...TIME, second: '2-digit' as const } : TIME
  const made = new Intl.DateTimeFormat(LOCALE[language], { ...date, ...time, timeZone: zone })
  formats.set(key, made)
  return made
}

/** Formats an instant in a time zone: `20/11/2026 10:48`, in English `20 Nov 2026, 10:48`. */
export function formatWhen(
  iso: string,
  options: { language: Language; zone: Zone; precision: Precision },
): string {
  const text = formatOf(options.language, options.zone, options.precision).format(new Date(iso))
  return options.language === 'pt-BR' ? text.replace(', ', ' ') : text
}

/** Formats a day for a heading: `Sexta-feira, 20 de novembro de 2026`. */
export function formatDayHeading(iso: string, language: Language, zone: Zone): string {
  const text = new Intl.DateTimeFormat(LOCALE[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  }).format(new Date(iso))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the offset of a time zone at an instant: `UTC−03:00`. */
export function offsetOf(iso: string, zone: Zone): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')
  const offset = (part?.value ?? '').replace('GMT', '').replace('+00:00', '').replace('-', '\u2212')
  return `UTC${offset}`
}

const HOUR_S = 3600
const YEAR_S = 31_536_000

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', YEAR_S],
  ['minute', 60],
  ['second', 1],
]

/**
 * Formats an instant relative to `now` (milliseconds): `há 3 minutos`, `in 2 h 10 min`, `em 6 d 23 h`. From one hour to
 * a year, the text has up to two units, because a single unit would hide almost a whole hour or day.
 */
export function formatRelative(iso: string, language: Language, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000)
  const length = Math.abs(seconds)
  if (length >= HOUR_S && length < YEAR_S) {
    const duration = formatDuration(length)
    if (seconds > 0) return `${language === 'pt-BR' ? 'em' : 'in'} ${duration}`
    return language === 'pt-BR' ? `há ${duration}` : `${duration} ago`
  }
  const [unit, size] = STEPS.find(([, step]) => length >= step) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
