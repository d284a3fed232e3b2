import { expect, test } from 'vitest'
import { systemIds } from '../ids.ts'
import { readCellIds, readCellMigrationUrl, readCells, readWorkCells } from './cells-config.ts'

const random = () => systemIds.bytes(24).toString('hex')
const urlOf = (name: string): string => `postgresql://pix_app:${random()}@127.0.0.1/${name}`

const MAIN: Record<string, string> = {
  DATABASE_URL: urlOf('pix'),
  CONSOLE_DATABASE_URL: urlOf('pix'),
  SANDBOX_DATABASE_URL: urlOf('pix_sandbox'),
  PIX_BASE_URL: 'https://psp.example',
  PIX_TOKEN_URL: 'https://psp.example/token',
  PIX_KEY: 'main@pix.example',
  PIX_CLIENT_ID: 'main',
  PIX_CLIENT_SECRET: random(),
  PIX_CALLBACK_SECRET: random(),
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: random(),
  FINGERPRINT_SECRET: random(),
  DATABASE_POOL_SIZE: '7',
}

/** The settings of the receiving account of cell `a`, except for the secret of its callbacks. */
const ACCOUNT = {
  CELL_A_PIX_BASE_URL: 'https://other.example',
  CELL_A_PIX_TOKEN_URL: 'https://other.example/token',
  CELL_A_PIX_KEY: 'a@pix.example',
  CELL_A_PIX_CLIENT_ID: 'a',
  CELL_A_PIX_CLIENT_SECRET: random(),
}

test('a cell has its own database and the shared keys, but inherits no receiving account of main', () => {
  const url = urlOf('a')
  const [cell] = readCells({ ...MAIN, CELLS: 'a', CELL_A_DATABASE_URL: url })
  expect(cell).toMatchObject({
    id: 'a',
    hasDefaultAccount: false,
    config: { cell: 'a', databasePoolSize: 7 },
    secrets: { databaseUrl: url, consoleDatabaseUrl: url, sandboxDatabaseUrl: undefined },
  })
  expect(cell?.secrets.cursorSecret).toBe(MAIN['CURSOR_SECRET'])
  expect(cell?.config.pix.key).not.toBe(MAIN['PIX_KEY'])
  expect(cell?.secrets.pixCallbackSecret).not.toBe(MAIN['PIX_CALLBACK_SECRET'])
})

test('a cell can have a receiving account, whose settings must be complete', () => {
  const given = { ...MAIN, CELLS: 'a', CELL_A_DATABASE_URL: urlOf('a'), ...ACCOUNT }
  expect(() => readCells(given)).toThrow(
    'Settings of cell a: The settings are invalid:\n  - CELL_A_PIX_CALLBACK_SECRET is missing',
  )
  const [cell] = readCells({ ...given, CELL_A_PIX_CALLBACK_SECRET: random() })
  expect(cell).toMatchObject({ hasDefaultAccount: true, config: { pix: { key: 'a@pix.example' } } })
})

test('a cell without a database of its own is refused', () => {
  expect(() => readCells({ ...MAIN, CELLS: 'a' })).toThrow('CELL_A_DATABASE_URL is missing')
  expect(() =>
    readCellMigrationUrl({ ...MAIN, MIGRATION_DATABASE_URL: urlOf('x'), CELLS: 'a' }, 'a'),
  ).toThrow('CELL_A_MIGRATION_DATABASE_URL is missing')
})

test('an error about a setting of a cell names the variable that the operator sets', () => {
  const given = { ...MAIN, CELLS: 'a', CELL_A_DATABASE_URL: urlOf('a') }
  const account = { ...ACCOUNT, CELL_A_PIX_CALLBACK_SECRET: 'x'.repeat(32) }
  // All cells share ACCEPT_WEAK_SECRETS, which lists names without the prefix of a cell.
  expect(() => readCells({ ...given, ...account })).toThrow(
    /- CELL_A_PIX_CALLBACK_SECRET .* or start with ACCEPT_WEAK_SECRETS=PIX_CALLBACK_SECRET$/,
  )
  expect(() => readCells({ ...given, CELL_A_DATABASE_URL_FILE: '/none' })).toThrow(
    'CELL_A_DATABASE_URL and CELL_A_DATABASE_URL_FILE are both set',
  )
  expect(() => readCells({ ...given, CELL_A_DATABASE_POOL_SIZE: '1' })).toThrow('CELL_A_DATABASE_POOL_SIZE: ')
  expect(() => readCells({ ...given, DATABASE_POOL_SIZE: '1' })).toThrow('\n  - DATABASE_POOL_SIZE: ')
  expect(() => readCells({ ...given, SANDBOX_DATABASE_URL: given.CELL_A_DATABASE_URL })).toThrow(
    'SANDBOX_DATABASE_URL names the database of CELL_A_DATABASE_URL',
  )
})

test.each([
  ['main', {}, 'main is the cell of DATABASE_URL'],
  ['a-b', {}, 'must have 1 to 20 characters'],
  ['a,a', {}, 'names a twice'],
  ['a', { CELL_A_PIXKEY: 'x' }, 'a cell has no setting PIXKEY of its own'],
  ['a', { CELL_A_CURSOR_SECRET: 'x' }, 'a cell has no setting CURSOR_SECRET of its own'],
])('CELLS=%s with %j is refused', (cells, more, message) => {
  expect(() => readCellIds({ ...MAIN, CELLS: cells, ...more })).toThrow(message)
})

test('a worker runs the jobs of all cells, or of the cells in WORK_CELLS', () => {
  expect(readWorkCells(MAIN)).toEqual(['main'])
  expect(readWorkCells({ ...MAIN, CELLS: 'a,b' })).toEqual(['main', 'a', 'b'])
  expect(readWorkCells({ ...MAIN, CELLS: 'a,b', WORK_CELLS: 'b, main' })).toEqual(['b', 'main'])
  expect(() => readWorkCells({ ...MAIN, WORK_CELLS: 'a' })).toThrow('there is no cell a; the cells are main')
})
