import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import { reservePayout } from '../../payouts/reserve-payout.ts'
import { reverseJournalEntry } from '../../payouts/reverse-journal-entry.ts'
import { releaseReserves } from '../../settlements/release-reserves.ts'
import { aBankAccount } from '../../testing/fixtures/bank-accounts.ts'
import { expectBalancedLedger, settleEverything } from '../../testing/fixtures/ledger.ts'
import { anIdempotencyKey, aPaidCharge, createCharge } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import { postEntries, type Entry } from '../post-entries.ts'
import { verifyLedger, type Verdict } from './verify-ledger.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 1_000, reserveDays: 30 } })
})
afterAll(() => world.stop())

const sound = { sound: true, findingsCount: 0, findings: [] }

/**
 * Runs the SQL `attack` as superuser with triggers disabled, then `check`, then the SQL `repair`, which undoes the
 * attack.
 */
async function whileTampered(attack: string, repair: string, check: () => Promise<void>): Promise<void> {
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  try {
    await superuser.query(`set session_replication_role = replica`)
    await superuser.query(attack)
    await check()
    await superuser.query(repair)
  } finally {
    await superuser.end()
  }
  expect(await verifyLedger(world.context())).toMatchObject(sound)
}

const found = (verdict: Verdict) =>
  verdict.findings.map(({ invariant, name, merchantId, seq }) => [invariant, name, merchantId, seq])

test('a ledger with sales, held payments, payouts, reversals and reserves is sound', async () => {
  await aPaidCharge(world, { amount_cents: 10_000 })
  const { body: twice } = await createCharge(world.rest, { amount_cents: 5_000 })
  world.network.pay({ txid: twice.pix?.txid ?? '', times: 2 })
  await settleEverything(world)
  const paidAt = world.clock.now()
  const payout = await recordPayout(world.context(), world.merchantId, {
    amountCents: 1_000n,
    externalReference: 'TED-1',
    paidAt,
  })
  await recordPayout(world.context(), world.merchantId, {
    amountCents: 500n,
    externalReference: 'TED-2',
    paidAt,
  })
  await aBankAccount(world, world.merchantId)
  const idempotencyKey = anIdempotencyKey()
  await reservePayout(world.context(), world.merchantId, { amountCents: 300n, idempotencyKey })
  await reverseJournalEntry(world.context(), world.merchantId, payout.journalId ?? '', 'Engano')
  world.clock.advance(30 * 86_400_000)
  await releaseReserves(world.context(), 10)
  await aPaidCharge(world)
  await expectBalancedLedger(world)

  const verdict = await verifyLedger(world.context())
  expect(verdict).toMatchObject({ ...sound, merchantsCount: 2 })
  expect(verdict.entriesCount).toBeGreaterThan(15n)
  expect(await verifyLedger(world.context(), { merchantId: world.merchantId })).toMatchObject(sound)
})

test('a line edited by a superuser is reported with its entry', async () => {
  const line = `where merchant_id = '${world.merchantId}' and entry_seq = 3 and line_no = 1`
  await whileTampered(
    `update journal_line set credit_cents = credit_cents + 1, amount_cents = amount_cents + 1 ${line}`,
    `update journal_line set credit_cents = credit_cents - 1, amount_cents = amount_cents - 1 ${line}`,
    async () => {
      const verdict = await verifyLedger(world.context())
      expect(verdict.sound).toBe(false)
      expect(found(verdict)).toEqual(
        expect.arrayContaining([
          [1, 'entries_balance', world.merchantId, '3'],
          [2, 'accounts_are_their_lines', world.merchantId, '3'],
          [10, 'chain_is_whole', world.merchantId, '3'],
        ]),
      )
      expect(new Set(verdict.findings.map((one) => one.seq).filter((seq) => seq !== null))).toEqual(
        new Set(['3']),
      )
    },
  )
})

test.each(['economic_at', 'posted_at'])(
  'an entry whose %s was changed by a superuser is reported',
  async (column) => {
    const entry = `where merchant_id = '${world.merchantId}' and seq = 5`
    await whileTampered(
      `update journal_entry set ${column} = ${column} - interval '1 millisecond' ${entry}`,
      `update journal_entry set ${column} = ${column} + interval '1 millisecond' ${entry}`,
      async () => {
        const verdict = await verifyLedger(world.context())
        expect(found(verdict)).toContainEqual([10, 'chain_is_whole', world.merchantId, '5'])
      },
    )
  },
)

test('a line or an entry deleted by a superuser is reported', async () => {
  const entry = `select id from journal_entry where merchant_id = '${world.merchantId}' and seq = 4`
  await whileTampered(
    `create table stolen_line as select * from journal_line where journal_id = (${entry}) and line_no = 1;
     delete from journal_line where journal_id = (${entry}) and line_no = 1`,
    `insert into journal_line select * from stolen_line; drop table stolen_line`,
    async () => {
      const verdict = await verifyLedger(world.context())
      expect(found(verdict)).toEqual(
        expect.arrayContaining([
          [1, 'entries_balance', world.merchantId, '4'],
          [10, 'chain_is_whole', world.merchantId, '4'],
        ]),
      )
    },
  )
  await whileTampered(
    `create table stolen_line as select * from journal_line where journal_id = (${entry});
     create table stolen_entry as select * from journal_entry where id = (${entry});
     delete from journal_line where journal_id = (select id from stolen_entry);
     delete from journal_entry where id = (select id from stolen_entry)`,
    `insert into journal_entry select * from stolen_entry; drop table stolen_entry;
     insert into journal_line select * from stolen_line; drop table stolen_line`,
    async () => {
      const verdict = await verifyLedger(world.context())
      expect(verdict.findings).toContainEqual(
        expect.objectContaining({ invariant: 10, seq: '5', what: 'entry 4 is missing before this entry' }),
      )
    },
  )
})

test('a balance edited by a superuser is reported with its account', async () => {
  const account = `where merchant_id = '${world.merchantId}' and code = 'available'`
  await whileTampered(
    `update ledger_account set balance_cents = balance_cents + 100 ${account}`,
    `update ledger_account set balance_cents = balance_cents - 100 ${account}`,
    async () => {
      const { findings } = await verifyLedger(world.context())
      const invariants = findings.map((one) => one.invariant)
      expect(invariants).toEqual([2, 4, 12, 12, 19])
      expect(findings[0]?.what).toMatch(/^available is \d+, but its lines sum to \d+$/)
    },
  )
})

/** Adds `cents` to the debits of all reversals. */
const changeReversals = (cents: number) => `
  update journal_line set debit_cents = debit_cents + ${cents}, amount_cents = amount_cents - ${cents}
  where debit_cents > 0 and journal_id in (select id from journal_entry where event_type = 'journal.reversal')`

const WRONG_TOTALS = `insert into statement_block_total select merchant_id, 0, now(), 'x', 'pending', 1, 1 from ledger_head`

test.each([
  [6, 'charge', 'pending_left_cents = pending_left_cents + 1', 'pending_left_cents = pending_left_cents - 1'],
  [8, 'financial_case', 'held_payer_cents = held_payer_cents + 1', 'held_payer_cents = held_payer_cents - 1'],
  [16, 'payment', `settled_at = null`, `settled_at = recorded_at`],
  [17, 'payout', 'amount_cents = amount_cents + 1', 'amount_cents = amount_cents - 1'],
  [18, 'payout', 'amount_cents = amount_cents + 1', 'amount_cents = amount_cents - 1'],
  [
    7,
    '',
    `update payment set end_to_end_id = 'x' || end_to_end_id`,
    'update payment set end_to_end_id = substr(end_to_end_id, 2)',
  ],
  [9, '', changeReversals(1), changeReversals(-1)],
  [12, '', WRONG_TOTALS, 'delete from statement_block_total'],
  [15, 'webhook_event', `type = 'x' || type`, `type = substr(type, 2)`],
  [11, '', 'grant update on journal_line to pix_app', 'revoke update on journal_line from pix_app'],
  [
    14,
    '',
    'alter table charge rename constraint charge_idempotency_key to loose',
    'alter table charge rename constraint loose to charge_idempotency_key',
  ],
])('a violation of invariant %i by a superuser is reported', async (invariant, table, attack, repair) => {
  const settled = table === 'payment' ? ' where settled_at is not null' : ''
  const statement = (set: string, where: string) =>
    table === '' ? set : `update ${table} set ${set}${where}`
  const back =
    table === 'payment'
      ? ` where paid_at < '${new Date(world.clock.now().getTime() - 86_400_000).toISOString()}'`
      : ''
  await whileTampered(statement(attack, settled), statement(repair, back), async () => {
    const { findings } = await verifyLedger(world.context())
    expect(findings.map((one) => one.invariant)).toContain(invariant)
  })
})

test('the ledger is sound after twenty workers have posted for one merchant concurrently', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const entry = (name: string): Entry => ({
    eventType: 'loss.written_off',
    description: `Café ${name} – ação`,
    source: { type: 'gateway', id: merchantId },
    dedupeKey: `race:${name}`,
    economicAt: world.clock.now(),
    lines: [
      { code: 'loss', debitCents: 7n },
      { code: 'bank', creditCents: 7n },
    ],
  })
  await Promise.all(
    Array.from({ length: 20 }, async (_, worker) => {
      for (let n = 0; n < 14; n++) {
        const entries = [entry(`${worker}-${n}-a`), entry(`${worker}-${n}-b`)]
        await transaction(world.context(), (tx) => postEntries(tx, merchantId, entries, tx.clock.now()))
      }
    }),
  )
  const verdict = await verifyLedger(world.context(), { merchantId })
  expect(verdict).toMatchObject({ ...sound, entriesCount: 560n })
  await expectBalancedLedger(world, rest)
})

test('a verification that runs while entries are posted finds no fault', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ writeRate: 1_000, readRate: 1_000 })
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const writing = (async () => {
    for (let n = 0; n < 10; n++) {
      await aPaidCharge(merchant, { amount_cents: 1_000 })
      await settleEverything(world)
    }
    return 'done'
  })()
  let verdicts = 0
  for (let state = ''; state !== 'done'; verdicts++) {
    expect((await verifyLedger(world.context(), { merchantId })).findings).toEqual([])
    state = await Promise.race([writing, Promise.resolve('writing')])
  }
  expect(verdicts).toBeGreaterThan(3)
})

test('verifying the ledger of an unknown merchant fails with account_not_found', async () => {
  for (const merchantId of ['00000000-0000-4000-8000-000000000000', 'x'])
    await expect(verifyLedger(world.context(), { merchantId })).rejects.toMatchObject({
      details: { reason: 'account_not_found' },
    })
})
