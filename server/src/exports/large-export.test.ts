import { Client } from 'pg'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { captureLog } from '../testing/captured-log.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { balanceOf } from '../testing/fixtures/ledger.ts'
import { measureMemoryBytes, MIB } from '../testing/suites/memory.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const LINES = 100_000
/** The limit of the memory growth. Keeping all rows of the file in memory would take more than five times as much. */
const MEMORY_GROWTH_MAX = 24 * MIB
const COLUMNS = ['economic_at', 'entry', 'description', 'position', 'amount', 'balance_after', 'journal_id']
const AMOUNT = COLUMNS.indexOf('amount')

const captured = captureLog('info')
const { world, testConsole } = await startConsole({ log: captured.log })
let finance: ConsoleClient
let changeCents: bigint
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
  const before = await totalCents()
  await postMany()
  changeCents = (await totalCents()) - before
})

const totalCents = async (): Promise<bigint> => BigInt((await balanceOf(world.rest))['total_cents'] ?? '')

/**
 * Inserts `LINES` journal lines, every fifth negative. Amounts repeat only after thousands of rows. Inserts the lines
 * as superuser, because posting entries would take longer than all other tests of this file.
 */
async function postMany(): Promise<void> {
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  try {
    // Turn foreign key checks off, because they would take most of the time.
    await owner.query("set session_replication_role = 'replica'")
    for (const statement of [ENTRIES, LINES_OF_ENTRIES, BALANCES])
      await owner.query(statement, [world.merchantId, world.clock.now()])
    await owner.query('analyze journal_entry, journal_line')
  } finally {
    await owner.end()
  }
}

const SERIES = `select n, case when n % 5 = 0 then -(n % 300 + 1) else n % 9973 + 301 end as cents
  from generate_series(1, ${LINES}) n`

const ENTRIES = `
  insert into journal_entry
  select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'charge.paid', 'Pagamento', 'gateway', $1,
    'line-' || n, null, $2::timestamptz - n * interval '1 second', $2, abs(cents), abs(cents), '\\x00', '\\x00', 1, 'test', 'test'
  from (${SERIES}) s`

const LINES_OF_ENTRIES = `
  insert into journal_line
  select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, line_no, n, account, position,
    greatest(-amount, 0), greatest(amount, 0), amount, sum(amount) over (partition by line_no order by n), n,
    $2::timestamptz - n * interval '1 second'
  from (${SERIES}) s
  cross join lateral (values (1, 'pending', 'pending', cents), (2, 'bank', null, -cents)) l (line_no, account, position, amount)`

const BALANCES = `
  with head as (
    update ledger_head set last_seq = ${LINES}, last_posted_at = $2 where merchant_id = $1)
  update ledger_account a set balance_cents = l.cents, version = ${LINES}
  from (select account_code, sum(amount_cents) as cents from journal_line where merchant_id = $1 group by account_code) l
  where a.merchant_id = $1 and a.code = l.account_code`

const download = (format: string): Promise<Response> =>
  finance.export({
    list: 'statement',
    format,
    zone: 'America/Sao_Paulo',
    filter: { merchantId: world.merchantId },
    columns: COLUMNS.map((id) => ({ id })),
  })

/** Passes each chunk of an answer to `take`. Returns the largest growth of memory, in bytes. */
async function memoryGrowthOf(answer: Response, take: (piece: Uint8Array) => void): Promise<number> {
  const before = measureMemoryBytes()
  let highest = before
  let pieces = 0
  for await (const piece of answer.body ?? []) {
    take(piece)
    pieces += 1
    if (pieces % 20 === 0) highest = Math.max(highest, measureMemoryBytes())
  }
  return highest - before
}

test('a CSV of 100,000 statement lines is streamed, and its amounts sum to the change of the balance', async () => {
  const decoder = new TextDecoder()
  let [rest, lines, sum, bytes] = ['', 0, 0n, 0]
  const growth = await memoryGrowthOf(await download('csv'), (piece) => {
    bytes += piece.length
    const rows = (rest + decoder.decode(piece, { stream: true })).split('\r\n')
    rest = rows.pop() ?? ''
    for (const row of rows) {
      const amount = row.split(',')[AMOUNT] ?? ''
      if (amount === 'amount') continue
      lines += 1
      sum += BigInt(amount.replace('.', ''))
    }
  })
  expect([rest, lines, sum]).toEqual(['', LINES, changeCents])
  expect(bytes).toBeGreaterThan(10 * MIB)
  expect(growth).toBeLessThan(MEMORY_GROWTH_MAX)
})

test('a spreadsheet of 100,000 lines is compressed as a stream, and its amounts sum to the change of the balance', async () => {
  const pieces: Uint8Array[] = []
  const growth = await memoryGrowthOf(await download('xlsx'), (piece) => pieces.push(piece))
  const file = Buffer.concat(pieces)
  expect(growth - file.length).toBeLessThan(MEMORY_GROWTH_MAX)
  const [heading, ...rows] = await readSheet(file)
  expect(heading?.[0]).toBe('economic_at (America/Sao_Paulo)')
  expect(rows).toHaveLength(LINES)
  const sum = rows.reduce((total, row) => total + BigInt(Math.round(Number(row[AMOUNT]) * 100)), 0n)
  expect(sum).toBe(changeCents)
})

test('while the client of an export does not read, memory does not grow, and other queries of the console are answered', async () => {
  const answer = await download('csv')
  const reader = answer.body?.getReader()
  await reader?.read()
  const before = measureMemoryBytes()
  const other = await testConsole.signedIn('support')
  expect((await other.send('{ merchants { id } }')).code).toBeUndefined()
  expect(measureMemoryBytes() - before).toBeLessThan(MEMORY_GROWTH_MAX)
  await reader?.cancel()
  // Wait for the audit entry, because it must be written before the database stops.
  await expect
    .poll(() => captured.lines.findLast(({ msg }) => msg === 'export'))
    .toMatchObject({ whole: false })
  expect(captured.errors()).toEqual([])
})
