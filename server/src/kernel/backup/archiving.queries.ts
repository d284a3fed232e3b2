import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** The state of PostgreSQL's WAL archive. Any database role may read this state. */
export interface ArchivingState {
  /** The values of the settings in `SETTINGS`, by name. */
  settings: Record<string, string>
  /** False on a standby, which archives nothing by default. */
  isPrimary: boolean
  lastArchivedWal: string | null
  lastArchivedAt: Date | null
  /** Seconds since PostgreSQL last archived a WAL file; null if PostgreSQL has archived none. */
  lastArchivedAgeSeconds: number | null
  failedCount: bigint
  lastFailedWal: string | null
  lastFailedAt: Date | null
}

/** The settings on which a restore to a point in time depends. `data_checksums` detects damaged pages in a backup. */
export const SETTINGS = [
  'wal_level',
  'archive_mode',
  'archive_command',
  'archive_library',
  'archive_timeout',
  'synchronous_commit',
  'fsync',
  'full_page_writes',
  'data_checksums',
] as const

interface Catalog {
  pg_settings: { name: string; setting: string }
  pg_stat_archiver: {
    last_archived_wal: string | null
    last_archived_time: Date | null
    failed_count: bigint
    last_failed_wal: string | null
    last_failed_time: Date | null
  }
}

/** Reads the settings and the statistics of PostgreSQL's WAL archiver. */
export async function readArchiving({ em }: Context): Promise<ArchivingState> {
  const catalog = em.getKysely<Catalog>()
  const settings = await catalog
    .selectFrom('pg_settings')
    .select(['name', 'setting'])
    .where('name', 'in', SETTINGS)
    .execute()
  const archiver = await catalog
    .selectFrom('pg_stat_archiver')
    .select([
      sql<boolean>`not pg_is_in_recovery()`.as('isPrimary'),
      'last_archived_wal as lastArchivedWal',
      'last_archived_time as lastArchivedAt',
      sql<number | null>`extract(epoch from clock_timestamp() - last_archived_time)::float8`.as(
        'lastArchivedAgeSeconds',
      ),
      'failed_count as failedCount',
      'last_failed_wal as lastFailedWal',
      'last_failed_time as lastFailedAt',
    ])
    .executeTakeFirstOrThrow()
  return { ...archiver, settings: Object.fromEntries(settings.map(({ name, setting }) => [name, setting])) }
}

/** Returns when PostgreSQL last archived a WAL file; null if the statistics of PostgreSQL contain no archived file. */
export async function readLastArchived({ em }: Context): Promise<Date | null> {
  const { at } = await em
    .getKysely<Catalog>()
    .selectFrom('pg_stat_archiver')
    .select('last_archived_time as at')
    .executeTakeFirstOrThrow()
  return at
}
