import { expect, test } from 'vitest'
import { archivingFaults } from './archiving-faults.ts'
import type { ArchivingState } from './archiving.queries.ts'

const SOUND: ArchivingState = {
  settings: {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: 'pgbackrest --stanza=pix archive-push %p',
    archive_library: '',
    archive_timeout: '60',
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
  },
  isPrimary: true,
  lastArchivedWal: '000000010000000000000007',
  lastArchivedAt: new Date('2027-01-05T12:00:00Z'),
  lastArchivedAgeSeconds: 40,
  failedCount: 3n,
  lastFailedWal: '000000010000000000000005',
  lastFailedAt: new Date('2027-01-05T11:00:00Z'),
}

const faultsWith = (changes: Partial<ArchivingState>): string[] =>
  archivingFaults({ ...SOUND, ...changes }, 300)
const withSetting = (name: string, value: string): string[] =>
  faultsWith({ settings: { ...SOUND.settings, [name]: value } })

test('an archive with sound settings and a recent file has no faults, even after an earlier failure', () => {
  expect(archivingFaults(SOUND, 300)).toEqual([])
  expect(
    faultsWith({ settings: { ...SOUND.settings, archive_command: '', archive_library: 'basic_archive' } }),
  ).toEqual([])
})

test.each([
  ['wal_level', 'minimal'],
  ['archive_mode', 'off'],
  ['archive_command', ''],
  ['archive_command', '(disabled)'],
  ['archive_timeout', '0'],
  ['archive_timeout', '301'],
  ['synchronous_commit', 'off'],
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['data_checksums', 'off'],
])('the setting %s = "%s" is one fault that names the setting', (name, value) => {
  const faults = withSetting(name, value)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(name)
})

test('an archiver that fails, is late or has never archived a file is a fault', () => {
  const [failing] = faultsWith({ lastFailedAt: new Date('2027-01-05T12:00:01Z') })
  expect(failing).toContain('Archiving fails: the last attempt, for 000000010000000000000005')
  expect(faultsWith({ lastArchivedAgeSeconds: 360 })).toEqual([])
  expect(faultsWith({ lastArchivedAgeSeconds: 361 })[0]).toContain('for 361 s')
  expect(faultsWith({ lastArchivedAgeSeconds: null, lastArchivedAt: null, lastFailedAt: null })).toEqual([
    'No WAL file has been archived yet.',
  ])
})

test('on a standby, the only fault is that the server is a standby, whatever its archiver reports', () => {
  expect(faultsWith({ isPrimary: false, lastArchivedAgeSeconds: null })).toHaveLength(1)
})
