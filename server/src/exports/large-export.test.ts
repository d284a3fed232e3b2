import { Client } from 'pg'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { captureLog } from '../testing/captured-log.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { balanceOf } from '../testing/fixtures/ledger.ts'
import { measureMemoryBytes, MIB } from '../testing/suites/memory.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const LINES = 100_000
/** The rows of this file, held all at once, are more than five times this. */
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
 * So many lines in the book, of amounts that repeat late, every fifth of them negative. Written by the owner of the
 * tables, as posting them one by one would take longer than all the rest of this file.
 */
async function postMany(): Promise<void> {
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  try {
    // Without the checks of foreign keys, which would take most of the time.
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

/** Gives each piece to `take`, and answers by how much the memory grew at most on the way. */
async function follow(answer: Response, take: (piece: Uint8Array) => void): Promise<number> {
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

test('a hundred thousand lines of a statement sum to the change of the balance, and are never held at once', async () => {
  const decoder = new TextDecoder()
  let [rest, lines, sum, bytes] = ['', 0, 0n, 0]
  const growth = await follow(await download('csv'), (piece) => {
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

test('a spreadsheet of as many lines sums to the same, and is compressed as it is written', async () => {
  const pieces: Uint8Array[] = []
  const growth = await follow(await download('xlsx'), (piece) => pieces.push(piece))
  const file = Buffer.concat(pieces)
  expect(growth - file.length).toBeLessThan(MEMORY_GROWTH_MAX)
  const [heading, ...rows] = await readSheet(file)
  expect(heading?.[0]).toBe('economic_at (America/Sao_Paulo)')
  expect(rows).toHaveLength(LINES)
  const sum = rows.reduce((total, row) => total + BigInt(Math.round(Number(row[AMOUNT]) * 100)), 0n)
  expect(sum).toBe(changeCents)
})

test('a reader who stops reading holds neither the rows nor a connection of the database', async () => {
  const answer = await download('csv')
  const reader = answer.body?.getReader()
  await reader?.read()
  const before = measureMemoryBytes()
  const other = await testConsole.signedIn('support')
  expect((await other.send('{ merchants { id } }')).code).toBeUndefined()
  expect(measureMemoryBytes() - before).toBeLessThan(MEMORY_GROWTH_MAX)
  await reader?.cancel()
  // The record of the file ends before the database does.
  await expect
    .poll(() => captured.lines.findLast(({ msg }) => msg === 'export'))
    .toMatchObject({ whole: false })
  expect(captured.errors()).toEqual([])
})
