import type { Command } from 'commander'
import { parseWholeNumber } from './arguments.ts'
import {
  runAndPrint,
  withoutKeys,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import { archivingFaults } from '../kernel/backup/archiving-faults.ts'
import { readArchiving, type ArchivingState } from '../kernel/backup/archiving.queries.ts'

const RPO_SECONDS_DEFAULT = 300

/** Adds `backup check`. An archive that cannot be trusted ends the process with status 1. */
export function addBackupCommands(program: Command, shell: Shell): void {
  program
    .command('backup')
    .description('the backup of the database; server/docs/backup.md describes it')
    .command('check')
    .description("check PostgreSQL's settings and statistics of WAL archiving")
    .option('--json', 'print one line of JSON')
    .option(
      '--rpo <seconds>',
      'the longest time whose commits may be lost',
      parseWholeNumber,
      RPO_SECONDS_DEFAULT,
    )
    .action((options: OutputOptions & { rpo: number }) =>
      runAndPrint(shell, options, () =>
        withoutKeys(shell, async (ctx) => {
          const state = await readArchiving(ctx)
          const faults = archivingFaults(state, options.rpo)
          if (faults.length > 0) shell.failed = true
          return formatArchiving(state, faults)
        }),
      ),
    )
}

function formatArchiving(state: ArchivingState, faults: string[]): CommandOutput {
  const json = {
    trustworthy: faults.length === 0,
    faults,
    last_archived_wal: state.lastArchivedWal,
    last_archived_at: state.lastArchivedAt?.toISOString() ?? null,
    last_archived_age_seconds: state.lastArchivedAgeSeconds,
    failed_count: state.failedCount.toString(),
    last_failed_at: state.lastFailedAt?.toISOString() ?? null,
    settings: state.settings,
  }
  const last =
    state.lastArchivedAgeSeconds === null
      ? 'none'
      : `${state.lastArchivedWal}, ${Math.round(state.lastArchivedAgeSeconds)} s ago`
  const text = [
    `Last archived WAL file: ${last}. Failed attempts: ${state.failedCount}.`,
    ...Object.entries(state.settings).map(([name, value]) => `  ${name.padEnd(20)} ${value}`),
    ...(faults.length === 0
      ? [
          'The archive of the WAL has no faults. PostgreSQL has no record of base backups: check these with `pgbackrest info`.',
        ]
      : ['The backup CANNOT be trusted:', ...faults.map((fault) => `  - ${fault}`)]),
  ]
  return { json, text: text.join('\n') }
}
