import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import { findWrongBlocks } from './payout-block-checks.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/**
 * How long a paid payout may have no lines, and a reversed payout may keep its lines, in milliseconds. A payout that an
 * earlier build recorded has no lines until the job assigns them.
 */
const WAIT_MS = 86_400_000

/** The largest value of the type bigint, and so of the version of a line. */
const VERSION_MAX = 9_223_372_036_854_775_807n

/**
 * The types of entries that payouts post. The lines of these entries and of their reversals are never part of a payout.
 */
const PAYOUT_EVENTS = ['gateway.external_payout', 'payout.reserved', 'payout.released']

/**
 * For each range of a merchant's lines, computes from the journal the sum of its lines (`cents`) and the highest value
 * of their running sum (`peak`).
 */
function rangesFromJournal(ctx: Context, merchantId: string) {
  const part = sql<bigint>`case when l.account_version = r.to_version then r.to_cents else l.amount_cents end
    - case when l.account_version = r.from_version then r.from_cents else 0 end`
  const lines = expressionBuilder<Tables>()
    .selectFrom('journal_line as l')
    .select([
      part.as('part'),
      sql<bigint>`sum(${part}) over (order by l.account_version rows unbounded preceding)`.as('running'),
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.account_code', '=', 'available')
    .where('l.payout_id', 'is', null)
    .where(sql<SqlBool>`l.account_version >= r.from_version`)
    // Write a single upper bound, so that the scan of the index on the version ends there.
    .where(sql<SqlBool>`l.account_version <= coalesce(r.to_version, ${VERSION_MAX}::bigint)`)
  const sums = expressionBuilder<Tables>()
    .selectFrom(lines.as('line'))
    .select((line) => [
      sumOrZero(line.fn.sum('part')).as('cents'),
      sql<bigint>`greatest(${line.fn.max('running')}, 0)::bigint`.as('peak'),
    ])
  return db(ctx)
    .selectFrom('payout_line_range as r')
    .crossJoinLateral(sums.as('sums'))
    .selectAll('r')
    .select(['sums.cents', 'sums.peak'])
    .where('r.merchant_id', '=', merchantId)
}

async function findWrongRanges(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom(rangesFromJournal(ctx, merchantId).as('r'))
    .select(['r.from_version as version', 'r.from_cents as start', 'r.cents', 'r.peak'])
    .where((row) =>
      row.or([
        row.and([
          row('r.to_version', 'is not', null),
          row('r.sum_cents', 'is distinct from', row.ref('r.cents')),
        ]),
        row.and([
          row('r.to_version', 'is not', null),
          row('r.peak_cents', 'is distinct from', row.ref('r.peak')),
        ]),
        row.and([row('r.from_cents', '>', 0n), row.not(row.exists(splitLine(merchantId)))]),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ version, start, cents, peak }) => ({
    what: `the range of lines from version ${version} and cent ${start} sums to ${cents} with a peak of ${peak}, but stores other values`,
  }))
}

/**
 * Selects the line within which a range (alias `r`) starts. The part of this line before the range must be smaller than
 * the line's amount.
 */
const splitLine = (merchantId: string) =>
  expressionBuilder<Tables>()
    .selectFrom('journal_line as l')
    .select('l.journal_id')
    .where('l.merchant_id', '=', merchantId)
    .where('l.account_code', '=', 'available')
    .where('l.payout_id', 'is', null)
    .where(sql<SqlBool>`l.account_version = r.from_version`)
    .where(sql<SqlBool>`l.amount_cents > r.from_cents`)

/** Checks that the ranges follow each other without gaps from the first line on, so that no line is in two payouts. */
async function findGaps(ctx: Context, merchantId: string): Promise<Violation[]> {
  const ranges = db(ctx)
    .selectFrom('payout_line_range')
    .select(['from_version', 'from_cents', 'to_version', 'payout_id'])
    .select([
      sql<bigint>`lag(to_version, 1, 1::bigint) over ranges`.as('before_version'),
      sql<bigint>`lag(to_cents, 1, 0::bigint) over ranges`.as('before_cents'),
      sql<boolean>`lead(true, 1, false) over ranges`.as('has_next'),
    ])
    .where('merchant_id', '=', merchantId)
  const rows = await db(ctx)
    .selectFrom(ranges.modifyEnd(sql`window ranges as (order by from_version, from_cents)`).as('r'))
    .select(['r.from_version as version', 'r.from_cents as start'])
    .where((row) =>
      row.or([
        row('r.from_version', 'is distinct from', row.ref('r.before_version')),
        row('r.from_cents', 'is distinct from', row.ref('r.before_cents')),
        // Only the last range of a merchant has no end.
        sql<SqlBool>`r.has_next = (r.to_version is null)`,
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ version, start }) => ({
    what: `the ranges of lines overlap or have a gap at version ${version} and cent ${start}`,
  }))
}

async function findWrongPayouts(ctx: Context, merchantId: string): Promise<Violation[]> {
  const waitsSince = plusMs(ctx.clock.now(), -WAIT_MS)
  const rows = await db(ctx)
    .with('held', () =>
      db(ctx)
        .selectFrom(rangesFromJournal(ctx, merchantId).as('r'))
        .select(({ fn }) => ['r.payout_id as id', sumOrZero(fn.sum('r.cents')).as('cents')])
        .where('r.payout_id', 'is not', null)
        .groupBy('r.payout_id'),
    )
    .selectFrom('payout as o')
    .leftJoin('held as h', 'h.id', 'o.id')
    .select(['o.id', 'o.state', 'o.amount_cents as amount', 'h.cents'])
    .where('o.merchant_id', '=', merchantId)
    .where((row) => {
      const hasLines = row('h.id', 'is not', null)
      return row.or([
        row.and([hasLines, row('h.cents', '<>', row.ref('o.amount_cents'))]),
        row.and([hasLines, row('o.lines_assigned_at', 'is', null)]),
        row.and([row.not(hasLines), row('o.lines_assigned_at', 'is not', null)]),
        row.and([row('o.state', 'not in', ['paid', 'reversed']), hasLines]),
        row.and([isDue, row('o.updated_at', '<', waitsSince)]),
      ])
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id, state, amount, cents }) => ({
    what: `payout ${id} (${state}) of ${amount}: the lines that it paid give ${cents ?? 'nothing'}`,
  }))
}

/** The condition that the job must still assign lines to a payout (alias `o`) or free its lines. */
const isDue = sql<SqlBool>`((o.state = 'paid') = (o.lines_assigned_at is null) and o.state in ('paid', 'reversed'))`

/**
 * Checks the sum of the lines that no payout has paid. This sum must equal the balances of `available` and
 * `payout_reserved`, corrected for payouts whose lines are not assigned or freed yet. Paid payouts without lines are
 * added, and reversed payouts whose lines are not free are subtracted.
 */
async function findWrongRest(ctx: Context, merchantId: string): Promise<Violation[]> {
  const payable = db(ctx)
    .selectFrom('journal_line')
    .select(({ fn }) => sumOrZero(fn.sum('amount_cents')).as('cents'))
    .where('merchant_id', '=', merchantId)
    .where('account_code', '=', 'available')
    .where('payout_id', 'is', null)
  const assigned = db(ctx)
    .selectFrom(rangesFromJournal(ctx, merchantId).as('r'))
    .select(({ fn }) => sumOrZero(fn.sum('r.cents')).as('cents'))
    .where('r.payout_id', 'is not', null)
  const positions = db(ctx)
    .selectFrom('ledger_account')
    .select(({ fn }) => sumOrZero(fn.sum('balance_cents')).as('cents'))
    .where('merchant_id', '=', merchantId)
    .where('code', 'in', ['available', 'payout_reserved'])
  const due = (state: 'paid' | 'reversed') =>
    db(ctx)
      .selectFrom('payout as o')
      .select(({ fn }) => sumOrZero(fn.sum('o.amount_cents')).as('cents'))
      .where('o.merchant_id', '=', merchantId)
      .where('o.state', '=', state)
      .where(isDue)
  const row = await db(ctx)
    .selectNoFrom([
      payable.as('payable'),
      assigned.as('assigned'),
      positions.as('positions'),
      due('paid').as('waiting'),
      due('reversed').as('held'),
    ])
    .$narrowType<Record<'payable' | 'assigned' | 'positions' | 'waiting' | 'held', bigint>>()
    .executeTakeFirstOrThrow()
  const free = row.payable - row.assigned
  const expected = row.positions + row.waiting - row.held
  if (free === expected) return []
  return [{ what: `the lines that no payout has paid sum to ${free}, expected ${expected}` }]
}

/**
 * Checks that a line on `available` has a payout id if and only if an entry of a payout, or the reversal of such an
 * entry, contains the line. The assignment of lines relies on this rule.
 */
async function findWrongPayoutIds(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .leftJoin('journal_entry as o', (join) =>
      join.onRef('o.merchant_id', '=', 'e.merchant_id').onRef('o.id', '=', 'e.reverses_id'),
    )
    .select(['e.seq', 'e.id as journalId', 'l.line_no as lineNo'])
    .where('l.merchant_id', '=', merchantId)
    .where('l.account_code', '=', 'available')
    .where((row) => {
      const ofPayout = row(row.fn.coalesce('o.event_type', 'e.event_type'), 'in', PAYOUT_EVENTS)
      return sql<SqlBool>`(${ofPayout}) = (l.payout_id is null)`
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ lineNo, ...place }) => ({
    ...place,
    what: `line ${lineNo} has a wrong payout id, or has none`,
  }))
}

/** Checks that compare the lines that payouts paid with the journal. */
export const PAYOUT_LINE_CHECKS: LedgerCheck[] = [
  findGaps,
  findWrongRanges,
  findWrongPayouts,
  findWrongRest,
  findWrongPayoutIds,
  findWrongBlocks,
].map((find) => ({ invariant: 19, find }))
