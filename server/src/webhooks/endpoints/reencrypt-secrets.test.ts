import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { makeVault, type EncryptionKey } from '../../kernel/vault.ts'
import { runCommand, operatorEnv } from '../../testing/clients/command-line.ts'
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

const newKey = { id: 'k2', key: systemIds.bytes(32) }

/** Runs the command with these keys. The first one encrypts. */
const reencrypt = (keys: { id: string; key: Buffer }[]) =>
  runCommand(['secrets', 'reencrypt', '--json'], operatorEnv(fixture.world, keys))

test('reencrypt encrypts webhook secrets and CPFs with the first key, so that the old key can be removed', async () => {
  const { encryptionKeys, cursorSecret, fingerprintSecret } = fixture.world.kit.secrets
  const vaultOf = (keys: EncryptionKey[]) => makeVault(systemIds, { keys, cursorSecret, fingerprintSecret })
  await fixture.createMerchant()
  const rotated = [await fixture.createMerchant(), await fixture.createMerchant()]
  const secrets: string[] = []
  for (const [n, { merchantId, endpointId }] of rotated.entries()) {
    // The new secret of the second merchant is encrypted with the new key; its previous secret is not.
    const vault = vaultOf(n === 0 ? encryptionKeys : [newKey, ...encryptionKeys])
    secrets.push((await rotateSecret({ ...fixture.context(), vault }, merchantId, endpointId, 3_600)).secret)
  }
  await createCharge(fixture.world.rest)

  const withoutOld = await reencrypt([newKey])
  expect([withoutOld.status, withoutOld.stdout]).toEqual([1, ''])
  const done = await reencrypt([newKey, ...encryptionKeys])
  expect(done).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({ webhook_endpoints: 3, payer_documents: 1 })
  const again = await reencrypt([newKey, ...encryptionKeys])
  expect(JSON.parse(again.stdout)).toMatchObject({ webhook_endpoints: 0, payer_documents: 0 })

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
