import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemIds } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { makeVault, type EncryptionKey } from '../../kernel/vault.ts'
import { runCommand, operatorEnv, type CommandResult } from '../../testing/clients/command-line.ts'
import { createCharge } from '../../testing/fixtures/charges.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { rotateSecret } from './rotate-secret.ts'
import { isSignedBy } from '../sending/signature.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())

const Rotated = z.object({ rotated: z.array(z.object({ column: z.string(), changed: z.number() })) })

const newKey = { id: 'k2', key: systemIds.bytes(32) }

/** Runs the command `secrets rotate` with these keys. The first key encrypts new values. */
const rotate = (keys: { id: string; key: Buffer }[]) =>
  runCommand(['secrets', 'rotate', '--json'], operatorEnv(fixture.world, keys))

/** Returns the number of changed rows by column. */
const changedBy = ({ stdout }: CommandResult): Record<string, number> =>
  Object.fromEntries(Rotated.parse(JSON.parse(stdout)).rotated.map((one) => [one.column, one.changed]))

test('`secrets rotate` encrypts webhook secrets and CPFs with the first key, so that the old key can be removed', async () => {
  const { encryptionKeys, cursorSecret, fingerprintSecret } = fixture.world.kit.secrets
  const vaultOf = (keys: EncryptionKey[]) => makeVault(systemIds, { keys, cursorSecret, fingerprintSecret })
  await fixture.createMerchant()
  const rotated = [await fixture.createMerchant(), await fixture.createMerchant()]
  const secrets: string[] = []
  for (const [n, { merchantId, endpointId }] of rotated.entries()) {
    // The second merchant's new secret is encrypted with the new key, its previous secret with the old key.
    const vault = vaultOf(n === 0 ? encryptionKeys : [newKey, ...encryptionKeys])
    secrets.push((await rotateSecret({ ...fixture.context(), vault }, merchantId, endpointId, 3_600)).secret)
  }
  await createCharge(fixture.world.rest)

  const withoutOld = await rotate([newKey])
  expect(withoutOld.status).toBe(1)
  expect(JSON.parse(withoutOld.stdout)).toMatchObject({ missing_keys: ['k1'] })
  const done = await rotate([newKey, ...encryptionKeys])
  expect(done.status).toBe(0)
  expect(changedBy(done)).toMatchObject({
    'webhook_endpoint.secret_box': 2,
    'webhook_endpoint.previous_secret_box': 2,
    'charge.payer_document_box': 1,
  })
  expect(JSON.parse(done.stdout)).toMatchObject({ removable_keys: ['k1'], missing_keys: [], stale_rows: 0 })
  const again = changedBy(await rotate([newKey, ...encryptionKeys]))
  expect(new Set(Object.values(again))).toEqual(new Set([0]))

  for (const [n, { merchantId, path, secret }] of rotated.entries()) {
    await fixture.recordEvents(merchantId)
    await deliverDue({ ...fixture.context(), vault: vaultOf([newKey]) }, 64)
    const [call] = fixture.callsTo(path)
    const header = String(call?.headers['x-svc-signature'])
    for (const valid of [secrets[n] ?? '', secret]) {
      expect(isSignedBy(valid, header, call?.body ?? '', fixture.world.clock.now())).toBe(true)
    }
  }
  const keys = await sql<{ key: string }>(
    fixture.context(),
    'select distinct payer_document_key_id as key from charge where payer_document_key_id is not null',
  )
  expect(keys).toEqual([{ key: 'k2' }])
})
