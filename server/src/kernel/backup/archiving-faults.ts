import type { ArchivingState } from './archiving.queries.ts'

/** The archiver is late when the last archived WAL file is older than the RPO plus this time. */
const LATE_SECONDS = 60

/**
 * Returns the reasons why a backup of this database cannot be trusted, one sentence each; an empty list if there are
 * none. `rpoSeconds` is the longest period whose commits may be lost with the database (RPO).
 */
export function archivingFaults(state: ArchivingState, rpoSeconds: number): string[] {
  if (!state.isPrimary) return ['This server is a standby. Run the command against the primary.']
  return [...settingFaults(state.settings, rpoSeconds), ...archiverFaults(state, rpoSeconds)]
}

function settingFaults(settings: Record<string, string>, rpoSeconds: number): string[] {
  const is = (name: string, ...values: string[]): boolean => values.includes(settings[name] ?? '')
  const timeoutSeconds = Number(settings['archive_timeout'] ?? 0)
  const hasTarget = !is('archive_command', '', '(disabled)') || !is('archive_library', '')
  const rules: [holds: boolean, fault: string][] = [
    [is('wal_level', 'replica', 'logical'), 'wal_level is minimal: the WAL does not suffice for a restore.'],
    [is('archive_mode', 'on', 'always'), 'archive_mode is off: no WAL is archived.'],
    [hasTarget, 'archive_command and archive_library are empty: no WAL is archived.'],
    [
      timeoutSeconds > 0 && timeoutSeconds <= rpoSeconds,
      `archive_timeout is ${timeoutSeconds} s: set it to at most ${rpoSeconds} s. ` +
        'Otherwise, a loss of the database may cost more commits than allowed.',
    ],
    [
      !is('synchronous_commit', 'off'),
      'synchronous_commit is off: a crash loses payments that were confirmed already.',
    ],
    [is('fsync', 'on'), 'fsync is off: a crash of the machine destroys the database.'],
    [
      is('full_page_writes', 'on'),
      'full_page_writes is off: a crash or a backup may contain half-written pages.',
    ],
    [
      is('data_checksums', 'on'),
      'data_checksums is off: a backup copies damaged pages without notice. Stop the server and run pg_checksums.',
    ],
  ]
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault)
}

function archiverFaults(state: ArchivingState, rpoSeconds: number): string[] {
  const { lastArchivedAt, lastArchivedAgeSeconds: ageSeconds, lastFailedAt, lastFailedWal } = state
  const faults: string[] = []
  if (lastFailedAt && (!lastArchivedAt || lastFailedAt > lastArchivedAt))
    faults.push(
      `Archiving fails: the last attempt, for ${lastFailedWal} at ${lastFailedAt.toISOString()}, failed. ` +
        'The log of PostgreSQL contains the reason.',
    )
  if (ageSeconds === null) faults.push('No WAL file has been archived yet.')
  else if (ageSeconds > rpoSeconds + LATE_SECONDS)
    faults.push(
      `No WAL file has been archived for ${Math.round(ageSeconds)} s. ` +
        'This is expected only while nothing writes to the database.',
    )
  return faults
}
