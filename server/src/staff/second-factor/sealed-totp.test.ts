import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemIds } from '../../kernel/ids.ts'
import { sql } from '../../kernel/database/sql.ts'
import { makeVault } from '../../kernel/vault.ts'
import { runCommand, operatorEnv } from '../../testing/clients/command-line.ts'
import { TestConsole } from '../../testing/clients/console-client.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { consumeTotpCode } from './totp-store.ts'
import { totpCodeAt } from './totp.ts'

const { world, testConsole } = await startConsole()

const newKey = { id: 'k2', key: systemIds.bytes(32) }

const Rotated = z.object({ rotated: z.array(z.object({ column: z.string(), changed: z.number() })) })

/**
 * Runs the command `secrets rotate` with these keys. The command encrypts the secrets again with the first key. Returns
 * the number of authenticator secrets that the command changed.
 */
async function rotate(keys: { id: string; key: Buffer }[]): Promise<number> {
  const { status, stdout } = await runCommand(['secrets', 'rotate', '--json'], operatorEnv(world, keys))
  expect(status).toBe(0)
  const { rotated } = Rotated.parse(JSON.parse(stdout))
  return rotated
    .filter(({ column }) => column.startsWith('staff_totp.'))
    .reduce((sum, { changed }) => sum + changed, 0)
}

test('confirmed and offered authenticator secrets are re-encrypted with the first key', async () => {
  const { encryptionKeys, cursorSecret, fingerprintSecret } = world.kit.secrets
  const ana = await testConsole.createPerson('finance')
  const rui = await testConsole.createPerson('support')
  const browser = await testConsole.signInAs(rui)
  const offer = await browser.send<{ beginTotp: { secret: string } }>(
    'mutation ($p: String!) { beginTotp(password: $p) { secret } }',
    { p: rui.password },
  )
  expect(await rotate([newKey, ...encryptionKeys])).toBe(2)
  expect(await rotate([newKey, ...encryptionKeys])).toBe(0)
  const rows = await sql<{ secret: string | null; offer: string | null }>(
    world.context(),
    'select secret_key_id as secret, offered_key_id as offer from staff_totp order by secret_key_id',
  )
  expect(rows).toEqual([
    { secret: 'k2', offer: null },
    { secret: null, offer: 'k2' },
  ])

  const vault = makeVault(systemIds, { keys: [newKey], cursorSecret, fingerprintSecret })
  const ctx = { ...world.context(), vault }
  expect(await consumeTotpCode(ctx, ana.id, testConsole.codeOf(ana), world.clock.now())).toBe(true)
  await using newKeyConsole = await TestConsole.start({
    ...world.kit,
    vault,
    consoleContext: (correlationId) => ({ ...world.kit.consoleContext(correlationId), vault }),
  })
  const later = newKeyConsole.browser()
  later.cookie = browser.cookie
  const code = totpCodeAt(offer.data?.beginTotp.secret ?? '', world.clock.now())
  const confirmed = await later.send('mutation ($c: String!) { confirmTotp(code: $c) { recoveryCodes } }', {
    c: code,
  })
  expect(confirmed.errors).toEqual([])
})
