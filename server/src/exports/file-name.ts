import type { Format } from './export-request.ts'
import { wallClock } from './local-time.ts'

/** What a file is about, as far as its name tells. */
export interface FileNameParts {
  title: string
  format: Format
  zone: string
  /** The days of the filter; where it has none, the day of the export stands at the end. */
  from: Date | null
  to: Date | null
  madeAt: Date
}

/** `extrato_2026-11-01_a_2026-11-20_America-Sao_Paulo.csv`: the days included, and the zone they are days of. */
export function fileName({ title, format, zone, from, to, madeAt }: FileNameParts): string {
  const clock = wallClock(zone)
  const last = clock.day(to === null ? madeAt : new Date(to.getTime() - 1))
  const days = from === null ? last : `${clock.day(from)}_a_${last}`
  return `${slug(title)}_${days}_${zone.replaceAll('/', '-')}.${format === 'xlsx' ? 'xlsx' : 'csv'}`
}

/** Letters, digits and dashes that every file system takes. */
function slug(title: string): string {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'export'
}
