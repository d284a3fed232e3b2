import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { World } from '../testing/world.ts'
import { recordAudit } from './record-audit.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyAuditNightly } from './verify-nightly.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const act = (target: string, after = { name: 'Olá', n: 1 }) =>
  transaction(world.context(), (tx) =>
    recordAudit(tx, {
      action: 'test.act',
      target: { type: 'test', id: target },
      merchantId: world.merchantId,
      reason: 'Porque não?',
      before: { name: null },
      after,
    }),
  )

const seqOf = async (target: string): Promise<bigint> => {
  const [row] = await sql<{ seq: bigint }>(
    world.context(),
    'select seq from audit_entry where target_id = $1',
    [target],
  )
  return row?.seq ?? 0n
}

/** Changes the audit log with `attack` as superuser, runs `check`, then restores the audit log. */
async function tampered(attack: string, check: () => Promise<void>): Promise<void> {
  const superuser = new Client({ connectionString: world.database.superuserUrl })
  await superuser.connect()
  try {
    await superuser.query(
      'create table kept_entry as table audit_entry; create table kept_link as table audit_link; create table kept_head as table audit_head',
    )
    await superuser.query('set session_replication_role = replica')
    await superuser.query(attack)
    await check()
    await superuser.query(
      `delete from audit_link; delete from audit_entry; delete from audit_head;
       insert into audit_entry overriding system value table kept_entry;
       insert into audit_link table kept_link; insert into audit_head table kept_head;
       drop table kept_entry, kept_link, kept_head`,
    )
  } finally {
    await superuser.end()
  }
  expect((await verifyAudit(world.context())).fault).toBeNull()
}

test('an audit log with concurrent writers passes the verification', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => act(`at-once-${n}`)))
  const verdict = await verifyAudit(world.context())
  expect(verdict).toMatchObject({ sound: true, fault: null, linesCount: verdict.head.position })
  expect(verdict.head.position).toBeGreaterThanOrEqual(40n)
})

test('a rolled-back audit entry adds no link to the hash chain', async () => {
  const { head } = await verifyAudit(world.context())
  const broken = transaction(world.context(), async (tx) => {
    await recordAudit(tx, { action: 'test.act', target: { type: 'test', id: 'undone' } })
    throw new Error('undone')
  })
  await expect(broken).rejects.toThrow('undone')
  expect((await verifyAudit(world.context())).head).toEqual(head)
})

test('an uncommitted transaction with an audit entry does not block other writers', async () => {
  let first: Promise<void> | undefined
  await transaction(world.context(), async (tx) => {
    await recordAudit(tx, { action: 'test.act', target: { type: 'test', id: 'slow' } })
    // If an insert locked the chain, this call would wait for the outer transaction forever.
    first = act('quick')
    await first
  })
  expect(await seqOf('slow')).toBeLessThan(await seqOf('quick'))
  expect((await verifyAudit(world.context())).sound).toBe(true)
})

test.each([
  [
    'an edited text',
    (seq: bigint) => `update audit_entry set actor = 'staff:other' where seq = ${seq}`,
    /altered/,
  ],
  [
    'an edited value',
    (seq: bigint) => `update audit_entry set after = after || '{"n": 2}' where seq = ${seq}`,
    /altered/,
  ],
  [
    'a changed time',
    (seq: bigint) =>
      `update audit_entry set occurred_at = occurred_at + interval '1 millisecond' where seq = ${seq}`,
    /altered/,
  ],
  ['a deleted entry', (seq: bigint) => `delete from audit_entry where seq = ${seq}`, /entry is missing/],
  [
    'an edited entry with a recomputed link',
    (seq: bigint) => `update audit_entry set reason = 'Outra' where seq = ${seq};
      update audit_link l set hash = sha256(prev_hash || '\\x01'::bytea || convert_to(audit_entry_text(e), 'UTF8'))
      from audit_entry e where e.seq = l.entry_seq and e.seq = ${seq}`,
    /previous link/,
  ],
])('the verification finds %s in the audit log', async (name, attack, what) => {
  await act(name)
  await act(`after ${name}`)
  const seq = await seqOf(name)
  await tampered(attack(seq), async () => {
    const { sound, fault } = await verifyAudit(world.context())
    expect({ sound, what: fault?.what }).toEqual({ sound: false, what: expect.stringMatching(what) })
    const next = await seqOf(`after ${name}`)
    expect([seq, next]).toContain(fault?.seq)
  })
})

test('verifyAudit needs an earlier head to find a deletion that also moved the stored head back', async () => {
  await act('cut')
  const seq = await seqOf('cut')
  const cut = `delete from audit_link where entry_seq = ${seq}; delete from audit_entry where seq = ${seq}`
  await tampered(cut, async () => {
    expect((await verifyAudit(world.context())).fault?.what).toBe('the link is missing')
  })
  const { head } = await verifyAudit(world.context())
  const covered = `${cut}; update audit_head h set (position, hash) =
    (select position, hash from audit_link order by position desc limit 1)`
  await tampered(covered, async () => {
    expect((await verifyAudit(world.context())).sound).toBe(true)
    expect((await verifyAudit(world.context(), head)).fault?.what).toMatch(/ends before/)
  })
})

const forged = (at: string) => `
  insert into audit_entry (id, seq, occurred_at, actor, action, target_type, correlation_id) overriding system value
  select '01890000-0000-7000-8000-0000000000aa', max(seq) + 1000, ${at}, 'cli', 'test.act', 'test', 'x' from audit_entry`

test('verifyAudit finds an inserted entry that has no link, or whose time is more than 10 minutes before that of its predecessor', async () => {
  await tampered(forged(`max(occurred_at)`), async () => {
    expect((await verifyAudit(world.context())).fault).toMatchObject({
      position: null,
      what: expect.stringMatching(/^no link of the hash chain names it: .* trigger .* disabled/),
    })
  })
  const withTrigger = `set session_replication_role = origin; ${forged(`max(occurred_at) - interval '1 hour'`)};
    set session_replication_role = replica`
  await tampered(withTrigger, async () => {
    expect((await verifyAudit(world.context())).fault?.what).toMatch(/10 minutes before/)
  })
})

test('with a head that was recorded earlier, verifyAudit finds that an entry and all hashes after it were rewritten', async () => {
  await act('anew')
  const { head } = await verifyAudit(world.context())
  const anew = `update audit_entry set reason = 'Outra' where target_id = 'anew';
    update audit_link l set hash = sha256(prev_hash || '\\x01'::bytea || convert_to(audit_entry_text(e), 'UTF8'))
      from audit_entry e where e.seq = l.entry_seq and e.target_id = 'anew';
    update audit_head set hash = (select hash from audit_link order by position desc limit 1)`
  await tampered(anew, async () => {
    expect((await verifyAudit(world.context())).sound).toBe(true)
    expect((await verifyAudit(world.context(), head)).fault?.what).toMatch(/expected head/)
  })
})

test('only one of several processes verifies the audit log, and only once a night', async () => {
  const ran = await Promise.all([1, 2, 3].map(() => verifyAuditNightly(world.context('job:audit-verify'))))
  expect(ran.filter(Boolean)).toHaveLength(1)
  world.clock.advance(86_400_000)
  expect(await verifyAuditNightly(world.context())).toBe(true)
})
