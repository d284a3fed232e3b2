import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from './program.ts'
import { systemIds } from '../kernel/ids.ts'
import { lastLedgerVerdict } from '../ledger/verify/verdict.queries.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { balanceOf, settleEverything } from '../testing/fixtures/ledger.ts'
import { World } from '../testing/world.ts'

let world: World
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
  folder = mkdtempSync(join(tmpdir(), 'pix-cli-money-'))
  env = {
    DATABASE_URL: world.database.url,
    ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
    CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
  }
  await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.stop()
})

async function cli(args: string[]): Promise<{ status: number; out: string; err: string }> {
  const printed = { out: '', err: '' }
  const status = await runCli(
    {
      env,
      input: Readable.from([]),
      out: (text) => void (printed.out += text),
      err: (text) => void (printed.err += text),
      failed: false,
    },
    args,
  )
  return { status, ...printed }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: world.database.superuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('`payout record` records a payout once; the same reference again is refused', async () => {
  const record = [
    ...'payout record --amount 2500 --reference TED-9 --paid-at 2026-01-02T10:00:00-03:00 --json'.split(' '),
    '--account',
    world.merchantId,
  ]
  const { status, out } = await cli(record)
  expect({ status, ...JSON.parse(out) }).toMatchObject({
    status: 0,
    gateway_id: world.merchantId,
    amount_cents: '2500',
    external_reference: 'TED-9',
    paid_at: '2026-01-02T13:00:00.000Z',
  })
  const again = await cli(record)
  expect(again.status).toBe(1)
  expect(JSON.parse(again.err)).toMatchObject({ error: { message: 'external_reference_in_use' } })
})

test('`payout reserve` reserves money, which `payout settle` pays out and `payout release` makes available again', async () => {
  await aBankAccount(world, world.merchantId)
  const payout = async (args: string) => {
    const { out, err } = await cli(['payout', ...args.split(' '), '--account', world.merchantId, '--json'])
    return JSON.parse(out || err)
  }
  const paid = await payout('reserve --amount 300 --idempotency-key transfer-1')
  const released = await payout('reserve --amount 400 --idempotency-key transfer-2')
  expect(await payout('reserve --amount 400 --idempotency-key transfer-2')).toEqual(released)
  expect(await payout('reserve --amount 401 --idempotency-key transfer-2')).toMatchObject({
    error: { code: 'idempotency_conflict' },
  })
  expect(paid).toMatchObject({ state: 'reserved', amount_cents: '300', external_reference: null })
  expect(await balanceOf(world.rest)).toMatchObject({ payout_reserved_cents: '700' })
  const paidAt = '--paid-at 2026-01-02T10:00:00-03:00'
  expect(await payout(`settle --id ${paid.id} --reference TED-10 ${paidAt}`)).toMatchObject({
    state: 'paid',
    external_reference: 'TED-10',
  })
  expect(await payout(`release --id ${released.id} --reason fechada`)).toMatchObject({ state: 'given_back' })
  expect(await payout(`release --id ${paid.id} --reason fechada`)).toMatchObject({
    error: { message: 'payout_not_reserved' },
  })
  expect(await balanceOf(world.rest)).toMatchObject({ payout_reserved_cents: '0' })
})

test('`ledger verify` reports a sound ledger and stores the verdict for the console', async () => {
  const { status, out } = await cli(['ledger', 'verify'])
  expect({ status, out }).toEqual({
    status: 0,
    out: expect.stringMatching(/^The ledger is sound: 2 accounts, \d+ entries\.\n$/),
  })
  expect(await lastLedgerVerdict(world.context())).toMatchObject({ sound: true, requestedBy: 'cli' })
  const one = await cli(['ledger', 'verify', '--account', world.merchantId, '--json'])
  expect(JSON.parse(one.out)).toMatchObject({ sound: true, accounts: 1, findings: [] })
  expect((await cli(['ledger', 'verify', '--account', 'x'])).status).toBe(1)
})

const change = (by: number): string =>
  `update journal_line set debit_cents = debit_cents + ${by} where entry_seq = 1 and debit_cents > 0`

test('`ledger verify` names an altered entry and ends with status 1', async () => {
  await asSuperuser(`alter table journal_line drop constraint journal_line_check; ${change(5)}`)
  const { status, out } = await cli(['ledger', 'verify'])
  expect(status).toBe(1)
  expect(out).toMatch(/NOT sound/)
  expect(out).toContain(`10 chain_is_whole  account ${world.merchantId}, entry 1, `)
  await asSuperuser(change(-5))
  expect((await cli(['ledger', 'verify'])).status).toBe(0)
})

test('an anchor outside the database detects an entry rewritten together with its hashes', async () => {
  const file = join(folder, 'anchors')
  expect((await cli(['ledger', 'verify', '--anchor', file])).status).toBe(0)
  await aPaidCharge(world)
  expect((await cli(['ledger', 'verify', '--anchor', file])).status).toBe(0)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2)

  await asSuperuser(REWRITE_LAST_ENTRY)
  expect((await cli(['ledger', 'verify'])).status).toBe(0)
  const { status, out } = await cli(['ledger', 'verify', '--anchor', file])
  expect(status).toBe(1)
  expect(out).toMatch(/10 chain_is_whole {2}account .*, entry \d+: the entry differs from the anchor of /)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2)
})

test('`ledger verify` names an anchor file that cannot be opened', async () => {
  const file = join(folder, 'nowhere', 'anchors')
  const { status, err } = await cli(['ledger', 'verify', '--anchor', file])
  expect(status).toBe(1)
  expect(err).toBe(`error: file: ${file} cannot be opened\n`)
})

test('`ledger verify` detects a removed, an altered and a forged anchor', async () => {
  const file = join(folder, 'altered')
  for (let n = 0; n < 3; n++) {
    await aPaidCharge(world)
    expect((await cli(['ledger', 'verify', '--anchor', file])).status).toBe(0)
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const altered: [string[], RegExp][] = [
    [[lines[0] ?? '', lines[2] ?? ''], /anchor 2: the hash of the previous line does not match/],
    [
      [...lines.slice(0, 2), (lines[2] ?? '').replace(/"entries":"\d+"/, '"entries":"1"')],
      /anchor 3: the signature is not ours/,
    ],
    [[...lines, '{}'], /anchor 4: the line is not a valid anchor/],
  ]
  for (const [content, fault] of altered) {
    writeFileSync(file, `${content.join('\n')}\n`)
    const { status, out } = await cli(['ledger', 'verify', '--anchor', file])
    expect({ status, out }).toEqual({ status: 1, out: expect.stringMatching(fault) })
  }
  const both = await cli(['ledger', 'verify', '--anchor', file, '--account', world.merchantId])
  expect(both).toMatchObject({ status: 1, err: expect.stringMatching(/anchors_are_of_all_accounts/) })
})

test('`ledger rewind-anchors` removes the anchors after a moment, and keeps the whole file under another name', async () => {
  const file = join(folder, 'rewound')
  const verify = () => cli(['ledger', 'verify', '--anchor', file])
  for (let n = 0; n < 3; n++) expect((await verify()).status).toBe(0)
  const whole = readFileSync(file, 'utf8')
  const [first = '', second = ''] = whole.split('\n')
  const rewind = (to: string) => cli(['ledger', 'rewind-anchors', '--anchor', file, '--to', to, '--json'])
  const { at } = z.object({ at: z.string() }).parse(JSON.parse(second))

  const { status, out } = await rewind(at)
  const { moved_to: movedTo } = z.object({ moved_to: z.string() }).parse(JSON.parse(out))
  expect({ status, kept: JSON.parse(out) }).toMatchObject({ status: 0, kept: { kept: 2, removed: 1 } })
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n${second}\n`)
  expect(readFileSync(movedTo, 'utf8')).toBe(whole)
  expect((await verify()).status).toBe(0)
  expect(JSON.parse((await rewind(new Date().toISOString())).out)).toMatchObject({ kept: 3, moved_to: null })

  writeFileSync(file, `${first}\n{}\n`)
  expect(await rewind(at)).toMatchObject({ status: 1, err: expect.stringMatching(/anchors_invalid/) })
})

/** Changes the actor of the last entry and recomputes its hashes, as a superuser could who knows the canonical form. */
const REWRITE_LAST_ENTRY = `
  do $$
  declare e journal_entry; l record; v_canon text := ''; v_part text; v_hash bytea;
  begin
    select j.* into e from journal_entry j join ledger_head h on h.merchant_id = j.merchant_id and h.last_seq = j.seq
      where h.last_seq > 0 limit 1;
    foreach v_part in array array[e.merchant_id::text, e.seq::text, e.id::text, e.event_type, e.description, e.source_type,
      e.source_id::text, e.dedupe_key, e.reverses_id::text, (extract(epoch from e.economic_at) * 1000000)::bigint::text,
      (extract(epoch from e.posted_at) * 1000000)::bigint::text, 'somebody else', e.correlation_id] loop
      v_canon := v_canon || coalesce(octet_length(v_part)::text || ':' || v_part, '-');
    end loop;
    for l in select * from journal_line where journal_id = e.id order by line_no loop
      foreach v_part in array array[l.account_code, l.debit_cents::text, l.credit_cents::text, l.charge_id::text,
        l.payment_id::text, l.case_id::text, l.payout_id::text] loop
        v_canon := v_canon || coalesce(octet_length(v_part)::text || ':' || v_part, '-');
      end loop;
    end loop;
    v_hash := sha256(e.prev_hash || '\\x01'::bytea || convert_to(v_canon, 'UTF8'));
    update journal_entry set actor = 'somebody else', hash = v_hash where id = e.id;
    update ledger_head set last_hash = v_hash where merchant_id = e.merchant_id;
  end $$`
