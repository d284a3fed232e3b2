import type { Format } from './export-request.ts'
import { wallClock } from './local-time.ts'

export interface FileNameParts {
  title: string
  format: Format
  zone: string
  /**
   * The start of the filter's period. If the start is null, the file name contains only one day: the last day before
   * `to`, or the day of the export if `to` is null too.
   */
  from: Date | null
  to: Date | null
  madeAt: Date
}

/**
 * Returns a name such as `extrato_2026-11-01_a_2026-11-20_America-Sao_Paulo.csv`: title, first and last day
 * (inclusive), time zone.
 */
export function fileName({ title, format, zone, from, to, madeAt }: FileNameParts): string {
  const clock = wallClock(zone)
  const last = clock.day(to === null ? madeAt : new Date(to.getTime() - 1))
  const days = from === null ? last : `${clock.day(from)}_a_${last}`
  return `${slug(title)}_${days}_${zone.replaceAll('/', '-')}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
}

/** Reduces a title to lower-case letters, digits and dashes, which every file system accepts. */
function slug(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'export'
}
