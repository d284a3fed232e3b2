import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { lastLedgerVerdict } from '../ledger/verify/verdict.queries.ts'
import { operatorEnv, runCommand, type CommandResult } from '../testing/clients/command-line.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

let world: World
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
  folder = mkdtempSync(join(tmpdir(), 'pix-cli-anchors-'))
  env = operatorEnv(world)
  await aPaidCharge(world, { amount_cents: 10_000 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.stop()
})

const cli = (args: string[]): Promise<CommandResult> => runCommand(args, env)

/** Writes an anchor file with one anchor of the current ledger. */
async function createAnchors(file: string): Promise<void> {
  expect((await cli(['ledger', 'verify', '--anchor', file, '--create'])).status).toBe(0)
}

test('only `ledger verify` with an anchor file detects that an entry and its hashes were rewritten', async () => {
  const file = join(folder, 'anchors')
  await createAnchors(file)
  await aPaidCharge(world)
  expect((await cli(['ledger', 'verify', '--anchor', file])).status).toBe(0)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2)

  await world.database.asSuperuser(REWRITE_LAST_ENTRY)
  expect((await cli(['ledger', 'verify'])).status).toBe(0)
  const { status, stdout } = await cli(['ledger', 'verify', '--anchor', file])
  expect(status).toBe(1)
  expect(stdout).toMatch(/10 chain_is_whole {2}account .*, entry \d+: the entry differs from the anchor of /)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2)
})

test('`ledger verify --anchor` and `ledger rewind-anchors` refuse a missing or empty file without creating it or storing a verdict', async () => {
  const before = await lastLedgerVerdict(world.context())
  const empty = join(folder, 'empty')
  const absent = join(folder, 'absent')
  writeFileSync(empty, '')
  for (const file of [empty, absent]) {
    expect(await cli(['ledger', 'verify', '--anchor', file])).toEqual({
      status: 1,
      stdout: '',
      stderr: `error: file: no anchors in ${file}: nothing to compare; --create starts a new file\n`,
    })
    expect(await cli(['ledger', 'rewind-anchors', '--anchor', file, '--to', '2027-01-05T14:03:00Z'])).toEqual(
      { status: 1, stdout: '', stderr: `error: file: no anchors in ${file}: nothing to rewind\n` },
    )
  }
  expect(readFileSync(empty, 'utf8')).toBe('')
  expect(existsSync(absent)).toBe(false)
  expect(await lastLedgerVerdict(world.context())).toEqual(before)
})

test('`ledger verify --anchor` prints the number of anchors that it compared, and the time of the last anchor', async () => {
  const file = join(folder, 'counted')
  const verify = (...options: string[]) => cli(['ledger', 'verify', '--anchor', file, ...options])
  expect((await verify('--create')).stdout).toContain(
    'Compared with no anchor: the file has its first anchor now.\n',
  )
  expect((await verify()).status).toBe(0)
  const [, second = ''] = readFileSync(file, 'utf8').split('\n')
  const { at } = z.object({ at: z.string() }).parse(JSON.parse(second))
  expect((await verify()).stdout).toContain(`entries.\nCompared with 2 anchors, the last of ${at}.\n`)
  expect(JSON.parse((await verify('--json')).stdout)).toMatchObject({ sound: true, anchors_compared: 3 })
})

test('a relative path of an anchor file is resolved from the folder in which the person called the package manager', async () => {
  await createAnchors(join(folder, 'relative'))
  env['INIT_CWD'] = folder
  const { status, stdout } = await cli(['ledger', 'verify', '--anchor', 'relative'])
  const rewound = await cli([
    'ledger',
    'rewind-anchors',
    '--anchor',
    'relative',
    '--to',
    '2999-01-01T00:00:00Z',
  ])
  delete env['INIT_CWD']
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringContaining('Compared with 1 anchors'),
  })
  expect(rewound).toMatchObject({ status: 0, stdout: expect.stringContaining('2 anchors remain') })
})

test('`ledger verify` names an anchor file that cannot be opened', async () => {
  const file = join(folder, 'nowhere', 'anchors')
  const { status, stderr } = await cli(['ledger', 'verify', '--anchor', file, '--create'])
  expect(status).toBe(1)
  expect(stderr).toBe(`error: file: ${file} cannot be opened\n`)
})

test('`ledger verify` detects a removed anchor, an altered anchor, and a line that is not a valid anchor', async () => {
  const file = join(folder, 'altered')
  await createAnchors(file)
  for (let n = 0; n < 2; n++) {
    await aPaidCharge(world)
    expect((await cli(['ledger', 'verify', '--anchor', file])).status).toBe(0)
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const altered: [string[], RegExp][] = [
    [[lines[0] ?? '', lines[2] ?? ''], /anchor 2: the hash of the previous line does not match/],
    [
      [...lines.slice(0, 2), (lines[2] ?? '').replace(/"entries":"\d+"/, '"entries":"1"')],
      /anchor 3: the line was altered, or the FINGERPRINT_SECRET of this process is not that of the service/,
    ],
    [[...lines, '{}'], /anchor 4: the line is not a valid anchor/],
  ]
  for (const [content, fault] of altered) {
    writeFileSync(file, `${content.join('\n')}\n`)
    const { status, stdout } = await cli(['ledger', 'verify', '--anchor', file])
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(fault) })
  }
  const both = await cli(['ledger', 'verify', '--anchor', file, '--account', world.merchantId])
  expect(both).toMatchObject({ status: 1, stderr: expect.stringMatching(/anchors_are_of_all_accounts/) })
})

test('`ledger rewind-anchors` removes the anchors after the given time and keeps a copy of the original file', async () => {
  const file = join(folder, 'rewound')
  const verify = () => cli(['ledger', 'verify', '--anchor', file])
  await createAnchors(file)
  for (let n = 0; n < 2; n++) expect((await verify()).status).toBe(0)
  const whole = readFileSync(file, 'utf8')
  const [first = '', second = ''] = whole.split('\n')
  const rewind = (to: string) => cli(['ledger', 'rewind-anchors', '--anchor', file, '--to', to, '--json'])
  const { at } = z.object({ at: z.string() }).parse(JSON.parse(second))

  const { status, stdout } = await rewind(at)
  const { moved_to: movedTo } = z.object({ moved_to: z.string() }).parse(JSON.parse(stdout))
  expect({ status, kept: JSON.parse(stdout) }).toMatchObject({ status: 0, kept: { kept: 2, removed: 1 } })
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n${second}\n`)
  expect(readFileSync(movedTo, 'utf8')).toBe(whole)
  expect((await verify()).status).toBe(0)
  expect(JSON.parse((await rewind(new Date().toISOString())).stdout)).toMatchObject({
    kept: 3,
    moved_to: null,
  })

  writeFileSync(file, `${first}\n{}\n`)
  expect(await rewind(at)).toMatchObject({ status: 1, stderr: expect.stringMatching(/anchors_invalid/) })
})

/**
 * Changes the actor of the last entry and recomputes its hashes. A superuser who knows how the hashed text is built
 * could do the same.
 */
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
