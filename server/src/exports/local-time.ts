/** Since 1972 every UTC offset is a multiple of 15 minutes. So one lookup per 15 minutes gives exact offsets. */
const QUARTER_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** A converter of times to the local time of one zone. The converter is fast enough for the rows of a long list. */
export interface WallClock {
  /** The UTC offset at that time in milliseconds, positive east of UTC. */
  offsetMs(at: Date): number
  /** Formats a time as `2026-11-20T10:48:00.123-03:00`. */
  iso(at: Date): string
  /** Formats a time as `20/11/2026 10:48:00`. */
  brazilian(at: Date): string
  /** Formats a day as `2026-11-20`. */
  day(at: Date): string
}

/**
 * Returns a converter from moments to the local time of an IANA time zone. The converter looks up the UTC offset again
 * only if a moment is in another quarter of an hour than the moment before.
 */
export function wallClock(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  let quarter = Number.NaN
  let offset = 0
  const offsetMs = (at: Date): number => {
    const current = Math.floor(at.getTime() / QUARTER_MS)
    if (current !== quarter) {
      quarter = current
      offset = readOffset(format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '')
    }
    return offset
  }
  const wall = (at: Date): string => new Date(at.getTime() + offsetMs(at)).toISOString()
  return {
    offsetMs,
    iso: (at) => wall(at).slice(0, -1) + writeOffset(offsetMs(at)),
    brazilian(at) {
      const text = wall(at)
      return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 19)}`
    },
    day: (at) => wall(at).slice(0, 10),
  }
}

/** Converts an offset such as `GMT-03:00` to milliseconds. `GMT` without an offset is 0. */
function readOffset(name: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

function writeOffset(ms: number): string {
  const minutes = Math.abs(ms) / MINUTE_MS
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const two = (value: number): string => String(value).padStart(2, '0')
