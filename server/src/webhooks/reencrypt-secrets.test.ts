import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../cli-program.ts'
import type { Shell } from '../cli-shell.ts'
import { systemIds } from '../kernel/ids.ts'
import { sql } from '../kernel/sql.ts'
import { makeVault } from '../kernel/vault.ts'
import { createCharge } from '../testing/makers.ts'
import { Market } from '../testing/shops.ts'
import { deliverDue } from './deliver-due.ts'
import { rotateSecret } from './rotate-secret.ts'
import { isSignedBy } from './signature.ts'

let market: Market
beforeAll(async () => {
  market = await Market.start()
})
afterAll(() => market.stop())

const newKey = { id: 'k2', key: systemIds.bytes(32) }

/** Runs the command with these keys, the first one sealing. */
async function reencrypt(keys: { id: string; key: Buffer }[]) {
  const said = { out: '', err: '' }
  const { cursorSecret } = market.world.kit.secrets
  const shell: Shell = {
    env: {
      DATABASE_URL: market.world.database.url,
      ENCRYPTION_KEYS: keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
      CURSOR_SECRET: cursorSecret,
    },
    input: Readable.from([]),
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    failed: false,
  }
  return { status: await runCli(shell, ['secrets', 'reencrypt', '--json']), ...said }
}

test('secrets and documents move under the first key, and the old one may be retired', async () => {
  const { encryptionKeys, cursorSecret, fingerprintSecret } = market.world.kit.secrets
  const shops = [await market.shop(), await market.shop()]
  const [rotated = await market.shop()] = shops
  const { secret } = await rotateSecret(market.context(), rotated.merchantId, rotated.endpointId, 3_600)
  await createCharge(market.world.rest)

  const withoutOld = await reencrypt([newKey])
  expect([withoutOld.status, withoutOld.out]).toEqual([1, ''])
  const done = await reencrypt([newKey, ...encryptionKeys])
  expect(done).toMatchObject({ status: 0, err: '' })
  expect(JSON.parse(done.out)).toEqual({ webhook_endpoints: 2, payer_documents: 1 })
  const again = await reencrypt([newKey, ...encryptionKeys])
  expect(JSON.parse(again.out)).toEqual({ webhook_endpoints: 0, payer_documents: 0 })

  const vault = makeVault(systemIds, { keys: [newKey], cursorSecret, fingerprintSecret })
  await market.events(rotated.merchantId)
  await deliverDue({ ...market.context(), vault }, 64)
  const [call] = market.callsTo(rotated.path)
  const header = String(call?.headers['x-svc-signature'])
  for (const valid of [secret, rotated.secret]) {
    expect(isSignedBy(valid, header, call?.body ?? '', market.world.clock.now())).toBe(true)
  }
  const keys = await sql<{ key: string }>(
    market.context(),
    'select distinct payer_document_key_id as key from charge where payer_document_key_id is not null',
  )
  expect(keys).toEqual([{ key: 'k2' }])
})
