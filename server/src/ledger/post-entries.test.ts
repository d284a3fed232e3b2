import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction, violatedConstraint } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { World } from '../testing/world.ts'
import { postEntries, postEntriesOfMerchants, tryLockLedgers, type Entry } from './post-entries.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const sale = (name: string, cents: bigint): Entry => ({
  eventType: 'charge.paid',
  source: { type: 'gateway', id: world.merchantId },
  dedupeKey: `charge.paid:${name}`,
  economicAt: world.clock.now(),
  lines: [
    { code: 'provider_clearing', debitCents: cents },
    { code: 'fee_revenue', creditCents: 0n },
    { code: 'pending', creditCents: cents },
  ],
})

const post = (entries: Entry[]) =>
  transaction(world.context(), (tx) => postEntries(tx, world.merchantId, entries, tx.clock.now()))

const pending = async () => {
  const [row] = await sql<{ balance_cents: bigint }>(
    world.context(),
    `select balance_cents from ledger_account where merchant_id = $1 and code = 'pending'`,
    [world.merchantId],
  )
  return row?.balance_cents
}

test('posting an entry again returns the first posting and changes no balance', async () => {
  const [first] = await post([sale('once', 500n)])
  const [again] = await post([sale('once', 500n)])
  expect(again).toEqual({ ...first, replayed: true })
  expect(await pending()).toBe(500n)
})

test('an unbalanced entry, or an entry that makes a position negative, rejects the whole batch', async () => {
  const before = await pending()
  const unbalanced = { ...sale('unbalanced', 100n), lines: [{ code: 'pending' as const, creditCents: 100n }] }
  await expect(post([sale('good', 1n), unbalanced])).rejects.toThrow('not balanced')
  const overdrawn: Entry = {
    ...sale('overdrawn', 1n),
    lines: [
      { code: 'available', debitCents: 1n },
      { code: 'bank', creditCents: 1n },
    ],
  }
  await expect(post([sale('good', 1n), overdrawn])).rejects.toThrow('ledger_account_sign')
  expect(await pending()).toBe(before)
})

test('an entry that a batch contains twice is posted once, and both results refer to the same posting', async () => {
  const before = (await pending()) ?? 0n
  const [existing] = await post([sale('existing', 1n)])
  const results = await post([sale('new', 2n), sale('twice', 3n), sale('existing', 1n), sale('twice', 3n)])
  const [fresh, first, replayed, again] = results
  expect(results.map((result) => result.replayed)).toEqual([false, false, true, true])
  expect([fresh?.seq, first?.seq]).toEqual([(existing?.seq ?? 0n) + 1n, (existing?.seq ?? 0n) + 2n])
  expect(replayed).toEqual({ ...existing, replayed: true })
  expect(again).toEqual({ ...first, replayed: true })
  expect(await pending()).toBe(before + 6n)
})

test('a batch is rejected if a position is negative between two of its entries', async () => {
  const before = await pending()
  const moved = (from: 'available' | 'bank', to: 'available' | 'bank'): Entry => ({
    ...sale(`from-${from}`, 1n),
    lines: [
      { code: from, debitCents: 9n },
      { code: to, creditCents: 9n },
    ],
  })
  const posting = post([sale('before', 1n), moved('available', 'bank'), moved('bank', 'available')])
  const refused = await posting.catch((error: unknown) => error)
  expect(violatedConstraint(refused)).toBe('ledger_account_sign')
  expect(await pending()).toBe(before)
})

test('each line of a batch has the balance and version of its account after this line', async () => {
  const before = (await pending()) ?? 0n
  const posted = await post([sale('step-1', 10n), sale('step-2', 20n), sale('step-3', 30n)])
  const lines = await sql<{ balance_after_cents: bigint; account_version: bigint }>(
    world.context(),
    `select balance_after_cents, account_version from journal_line
     where merchant_id = $1 and account_code = 'pending' and journal_id = any($2::uuid[]) order by entry_seq`,
    [world.merchantId, posted.map((entry) => entry.journalId)],
  )
  expect(lines.map((line) => line.balance_after_cents - before)).toEqual([10n, 30n, 60n])
  const [first] = lines.map((line) => line.account_version)
  expect(lines.map((line) => line.account_version - (first ?? 0n))).toEqual([0n, 1n, 2n])
})

test('the lines that merchants see are numbered first, and lines with an amount of zero are left out', async () => {
  const [posted] = await post([sale('lines', 7n)])
  const lines = await sql<{ line_no: number; account_code: string; amount_cents: bigint }>(
    world.context(),
    'select line_no, account_code, amount_cents from journal_line where merchant_id = $1 and journal_id = $2 order by line_no',
    [world.merchantId, posted?.journalId ?? ''],
  )
  expect(lines).toEqual([
    { line_no: 1, account_code: 'pending', amount_cents: 7n },
    { line_no: 2, account_code: 'provider_clearing', amount_cents: -7n },
  ])
})

test('twenty concurrent postings for one merchant leave no gap in the sequence', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => post([sale(`race-${n}`, 1n)])))
  const [ledger] = await sql<{ entries: bigint; last_seq: bigint }>(
    world.context(),
    `select count(*) as entries, max(h.last_seq) as last_seq
     from journal_entry e join ledger_head h using (merchant_id) where merchant_id = $1`,
    [world.merchantId],
  )
  expect(ledger?.entries).toBe(ledger?.last_seq)
})

test.each([
  `insert into journal_entry select * from journal_entry limit 1`,
  `update journal_line set amount_cents = 1`,
  `update journal_entry set description = 'x'`,
  `delete from journal_line`,
  `truncate journal_line`,
  `update ledger_account set balance_cents = 1`,
  `update ledger_head set last_seq = 0`,
])('the application role may not execute: %s', async (statement) => {
  const client = new Client({ connectionString: world.database.url })
  await client.connect()
  try {
    await expect(client.query(statement)).rejects.toThrow('permission denied')
  } finally {
    await client.end()
  }
})

test('one SQL statement posts the entries of several merchants, and returns the postings of each merchant', async () => {
  const { merchantId: other } = await world.anotherMerchant()
  const posted = await transaction(world.context(), (tx) =>
    postEntriesOfMerchants(
      tx,
      [
        { merchantId: other, entries: [sale('of-other', 1n)] },
        { merchantId: world.merchantId, entries: [] },
        { merchantId: world.merchantId, entries: [sale('of-first', 2n), sale('of-first-again', 3n)] },
      ],
      tx.clock.now(),
    ),
  )
  const stored = await sql<{ merchant_id: string; id: string; seq: bigint; dedupe_key: string }>(
    world.context(),
    `select merchant_id, id, seq, dedupe_key from journal_entry where dedupe_key like 'charge.paid:of-%' order by dedupe_key`,
  )
  const idOf = (name: string) => stored.find(({ dedupe_key: key }) => key === `charge.paid:${name}`)?.id
  expect(posted.map((entries) => entries.map(({ journalId }) => journalId))).toEqual([
    [idOf('of-other')],
    [],
    [idOf('of-first'), idOf('of-first-again')],
  ])
  expect(stored.map((row) => row.merchant_id)).toEqual([world.merchantId, world.merchantId, other])
})

test('a posting for several merchants is rejected as a whole if an entry of one of them is rejected', async () => {
  const { merchantId: other } = await world.anotherMerchant()
  const unbalanced = { ...sale('bad', 1n), lines: [{ code: 'pending' as const, creditCents: 1n }] }
  const before = await pending()
  const posting = transaction(world.context(), (tx) =>
    postEntriesOfMerchants(
      tx,
      [
        { merchantId: world.merchantId, entries: [sale('beside-bad', 1n)] },
        { merchantId: other, entries: [unbalanced] },
      ],
      tx.clock.now(),
    ),
  )
  await expect(posting).rejects.toThrow('not balanced')
  expect(await pending()).toBe(before)
})

test('locking several ledgers leaves out a locked ledger, and the ledger of a merchant that moves, without waiting', async () => {
  const [free, locked, moving] = [
    (await world.anotherMerchant()).merchantId,
    (await world.anotherMerchant()).merchantId,
    (await world.anotherMerchant()).merchantId,
  ]
  await world.database.asSuperuser(
    `insert into merchant_move (merchant_id, state, cell_id, attempt, updated_at)
     values ('${moving}', 'frozen', 'b', gen_random_uuid(), now())`,
  )
  const owned = await transaction(world.context(), async (holder) => {
    await tryLockLedgers(holder, [locked])
    return transaction(world.context(), (tx) => tryLockLedgers(tx, [moving, locked, free]))
  })
  await world.database.asSuperuser('delete from merchant_move')
  expect(owned).toEqual(new Set([free]))
})
