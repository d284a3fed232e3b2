import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { transaction } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { postEntries, type Entry } from '../../ledger/post-entries.ts'
import { readPositionsAt, type Positions } from '../../ledger/positions-at.ts'
import { sumFeeLines } from '../../testing/fixtures/ledger.ts'
import { World } from '../../testing/world.ts'
import { STATEMENT_CLOCKS, type StatementClock } from '../clock.ts'
import type { StatementFilter } from '../statement.filter.ts'
import type { StatementLine } from '../statement.line.ts'
import { countStatement, listStatement } from '../statement.queries.ts'
import { readLedgerSum } from './ledger-sum.queries.ts'
import { readStatementSummary } from './statement-summary.ts'
import { addMissingTotals } from './totals-jobs.ts'

const HOUR_MS = 3_600_000
/** The entries of this many batches fill two blocks with stored sums, and some entries remain. */
const BATCHES = 9
const BATCH = 500

let world: World
/** The time of the first posting. Each batch is posted seven hours after the batch before it. */
let start: Date

beforeAll(async () => {
  world = await World.start()
  world.clock.stop()
  start = world.clock.now()
  for (let batch = 0; batch < BATCHES; batch++) {
    const entries = Array.from({ length: BATCH }, (_, n) => anEntry(batch * BATCH + n))
    await transaction(world.context(), (tx) => postEntries(tx, world.merchantId, entries, world.clock.now()))
    world.clock.advance(7 * HOUR_MS)
  }
})
afterAll(() => world.stop())

/** Returns an entry of one of four kinds (one without visible lines), with a date of the fact up to five days ago. */
function anEntry(n: number): Entry {
  const [eventType, debit, credit] = KINDS[n % KINDS.length] ?? KINDS[0]
  const cents = BigInt(1_000 - (n % 7) * 10)
  return {
    eventType,
    source: { type: 'gateway', id: world.merchantId },
    dedupeKey: `entry:${n}`,
    economicAt: plusMs(world.clock.now(), -((n * 37) % 120) * HOUR_MS),
    lines: [
      { code: debit, debitCents: cents },
      { code: credit, creditCents: cents },
    ],
  }
}

const KINDS = [
  ['charge.paid', 'provider_clearing', 'pending'],
  ['provider.settled', 'bank', 'provider_clearing'],
  ['fee.returned', 'fee_revenue', 'available'],
  ['charge.paid', 'provider_clearing', 'pending'],
  ['gateway.funds_available', 'pending', 'available'],
] as const

/** The starts and ends of periods, in hours after the first posting. No time is at the limit of a block or of a day. */
const PERIODS: [from: number, to: number | undefined][] = [
  [-200, undefined],
  [-200, 7.5],
  [0, 14],
  [13, 14.5],
  [3, 50],
  [-48, 40],
  [100, undefined],
]

const periodOf = ([from, to]: (typeof PERIODS)[number]) => ({
  from: plusMs(start, from * HOUR_MS),
  to: to === undefined ? undefined : plusMs(start, to * HOUR_MS),
})

/** Sums the lines of a period directly from the journal. */
const summed = (clock: StatementClock, from: Date, to: Date | undefined) =>
  sql<{ entryType: string; position: string; linesCount: bigint; amountCents: bigint }>(
    world.context(),
    `select e.event_type as "entryType", l.position, count(*) as "linesCount", sum(l.amount_cents)::bigint as "amountCents"
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where l.merchant_id = $1 and l.position is not null and e.${COLUMN[clock]} >= $2
       and ($3::timestamptz is null or e.${COLUMN[clock]} < $3)
     group by 1, 2 order by 1, 2`,
    [world.merchantId, from, to ?? null],
  )
const COLUMN = { fact: 'economic_at', posting: 'posted_at' } as const

const summaries = () =>
  Promise.all(
    PERIODS.flatMap((given) =>
      STATEMENT_CLOCKS.map((clock) =>
        readStatementSummary(world.context(), world.merchantId, { clock, ...periodOf(given) }),
      ),
    ),
  )

/** Compares the sum of the balances with the journal, before the first posting and after some of the later postings. */
const ledgerSums = () =>
  Promise.all(
    [-1, 0, 13, 14, 25, 60].map((hours) => readLedgerSum(world.context(), plusMs(start, hours * HOUR_MS))),
  )

test('stored sums of blocks do not change the totals of a period or of the whole ledger', async () => {
  const expected = await Promise.all(
    PERIODS.flatMap((given) =>
      STATEMENT_CLOCKS.map((clock) => summed(clock, periodOf(given).from, periodOf(given).to)),
    ),
  )
  const before = await summaries()
  expect(before.map(({ totals }) => totals)).toEqual(expected)
  const sums = await ledgerSums()
  expect(sums.map(({ linesCount }) => linesCount)).toEqual([0, 500, 1_000, 1_500, 2_000, 4_500])
  for (const { merchantsCents, serviceCents, linesCents } of sums)
    expect(linesCents).toBe(merchantsCents + serviceCents)
  expect(await addMissingTotals(world.context('job:statement-totals'), 10)).toBe(1)
  expect(await addMissingTotals(world.context('job:statement-totals'), 10)).toBe(0)
  const blocks = await sql<{ count: bigint }>(
    world.context(),
    'select count(distinct block_no) as count from statement_block_total where merchant_id = $1',
    [world.merchantId],
  )
  expect(blocks).toEqual([{ count: 2n }])
  expect(await summaries()).toEqual(before)
  expect(await ledgerSums()).toEqual(sums)
})

test('in a summary by posting date, the opening balance plus the totals equals the closing balance', async () => {
  for (const { from, to } of PERIODS.map(periodOf)) {
    const ctx = world.context()
    const summary = await readStatementSummary(ctx, world.merchantId, { clock: 'posting', from, to })
    const end = to ?? plusMs(world.clock.now(), 1)
    expect(summary.feesCents).toBe(await sumFeeLines(ctx, world.merchantId, { from, to: end }))
    const at = (moment: Date) => readPositionsAt(ctx, world.merchantId, plusMs(moment, -1))
    expect({ ...summary.opening, asOf: 0 }).toEqual({ ...(await at(from)), asOf: 0 })
    expect({ ...summary.closing, asOf: 0 }).toEqual({ ...(await at(end)), asOf: 0 })
    const moved = summary.totals.reduce((sum, { amountCents }) => sum + amountCents, 0n)
    expect(totalOf(summary.closing) - totalOf(summary.opening)).toBe(moved)
  }
})

const totalOf = (positions: Positions | null): bigint => positions?.totalCents ?? 0n

/** Reads all pages of a statement by posting date. */
async function readAll(filter: StatementFilter, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listStatement(world.context(), world.merchantId, filter, { limit, cursor })
    lines.push(...page.items)
    if (page.nextCursor === null) return lines
    cursor = page.nextCursor
  }
}

test('the pages of a statement by posting date list each line once in the order of posting, with a running balance', async () => {
  const filter = { clock: 'posting', ...periodOf([7, 28]) } as const
  const lines = await readAll(filter, 777)
  const keys = lines.map(({ seq, lineNo }) => Number(seq) * 100 + lineNo)
  expect(keys).toEqual(keys.toSorted((a, b) => b - a))
  expect([new Set(keys).size, keys.length]).toEqual([1_500, 1_500])
  expect(await countStatement(world.context(), world.merchantId, filter, 1_001)).toBe(1_001)

  const pending = await readAll({ ...filter, position: 'pending' }, 501)
  expect(pending.map(({ seq, lineNo }) => [seq, lineNo])).toEqual(
    lines.filter(({ position }) => position === 'pending').map(({ seq, lineNo }) => [seq, lineNo]),
  )
  const later = pending.slice(0, -1)
  expect(later.map(({ balanceAfterCents, amountCents }) => balanceAfterCents - amountCents)).toEqual(
    pending.slice(1).map(({ balanceAfterCents }) => balanceAfterCents),
  )
})

/** Returns the balance of a position after each of its lines, newest first, summed from the journal. */
const positionBalances = (position: string) =>
  sql<{ balance: bigint }>(
    world.context(),
    `select sum(amount_cents) over (order by entry_seq, line_no)::bigint as balance
     from journal_line where merchant_id = $1 and position = $2 order by entry_seq desc, line_no desc`,
    [world.merchantId, position],
  )

test('the running balance of a position includes all ledger accounts of the position', async () => {
  const entries = HOLDS.map((lines, n): Entry => ({
    ...anEntry(n),
    dedupeKey: `hold:${n}`,
    eventType: 'case.hold',
    lines,
  }))
  await transaction(world.context(), (tx) => postEntries(tx, world.merchantId, entries, world.clock.now()))
  for (const position of ['case_hold', 'pending'] as const) {
    const filter = { clock: 'posting', from: plusMs(start, -HOUR_MS), position } as const
    const lines = await readAll(filter, 1_000)
    expect(lines.map(({ balanceAfterCents: balance }) => ({ balance }))).toEqual(
      await positionBalances(position),
    )
  }
  const [newest] = await readAll({ clock: 'posting', position: 'case_hold' }, 10)
  const { blockedCents } = await readPositionsAt(world.context(), world.merchantId, world.clock.now())
  expect([newest?.balanceAfterCents, blockedCents]).toEqual([95n, 95n])
})

/** The lines of entries that change one or both of the two ledger accounts of the position case_hold. */
const HOLDS: Entry['lines'][] = [
  [
    { code: 'pending', debitCents: 100n },
    { code: 'case_hold', creditCents: 100n },
  ],
  [
    { code: 'provider_clearing', debitCents: 52n },
    { code: 'case_hold_payer', creditCents: 52n },
  ],
  [
    { code: 'case_hold', debitCents: 30n },
    { code: 'case_hold_payer', debitCents: 12n },
    { code: 'provider_clearing', creditCents: 42n },
  ],
  [
    { code: 'case_hold_payer', debitCents: 15n },
    { code: 'provider_clearing', creditCents: 15n },
  ],
]

test('a statement by posting date can start at an entry, and an unknown entry has no effect', async () => {
  const filter = { clock: 'posting', ...periodOf([14, 21]) } as const
  const lines = await readAll(filter, 500)
  const entryId = lines[100]?.journalId
  const first = lines.findIndex(({ journalId }) => journalId === entryId)
  expect(await readAll({ ...filter, entryId }, 500)).toEqual(lines.slice(first))
  expect(await readAll({ ...filter, entryId: world.merchantId }, 500)).toEqual(lines)
})

test.each(STATEMENT_CLOCKS)(
  'a summary by the date of the %s rejects an empty period and an unknown merchant',
  async (clock) => {
    await expect(
      readStatementSummary(world.context(), world.merchantId, { clock, from: start, to: start }),
    ).rejects.toMatchObject({ code: 'validation_error', details: { fields: [{ path: 'to' }] } })
    await expect(
      readStatementSummary(world.context(), '01890000-0000-7000-8000-000000000000', { clock, from: start }),
    ).rejects.toMatchObject({ code: 'not_found' })
  },
)
