import { beforeAll, expect, test } from 'vitest'
import { REVEALS_MAX } from '../audit/record-reveal.ts'
import { sql } from '../kernel/database/sql.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const CPF = '52998224725'

const { world, testConsole } = await startConsole()
let chargeId: string
beforeAll(async () => {
  const { body } = await createCharge(world.rest, {
    payer: { name: 'Maria da Silva', document: CPF, email: 'maria@exemplo.com.br', phone: '+5511912345678' },
  })
  chargeId = body.id
})

const reveal = (browser: ConsoleClient, reason = 'O pagador pediu ao telefone', id = chargeId) =>
  browser.send<{ revealPayerDocument: string }>(
    'mutation ($id: Uuid!, $reason: String!) { revealPayerDocument(chargeId: $id, reason: $reason) }',
    { id, reason },
  )

test('the CPF of the payer is masked, and revealing the CPF with a reason writes an audit entry without the CPF', async () => {
  const browser = await testConsole.signedIn('support')
  const masked = await browser.send('query ($id: Uuid!) { charge(id: $id) { payerDocumentMasked } }', {
    id: chargeId,
  })
  expect(masked.data).toEqual({ charge: { payerDocumentMasked: '***.982.247-**' } })
  const { data, headers } = await reveal(browser)
  expect(data?.revealPayerDocument).toBe(CPF)
  expect(headers.get('cache-control')).toBe('no-store')
  const lines = await auditOf(world.context(), chargeId)
  expect(lines).toMatchObject([
    {
      role: 'support',
      action: 'document.reveal',
      targetType: 'charge',
      reason: 'O pagador pediu ao telefone',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain(CPF)
})

test('a reveal without a reason, charge or permission is refused and not recorded', async () => {
  const browser = await testConsole.signedIn('support')
  const before = (await auditOf(world.context(), chargeId)).length
  expect((await reveal(browser, '  ')).errors[0]?.extensions.fields).toEqual([
    { path: 'reason', code: 'too_short' },
  ])
  expect((await reveal(browser, 'Por quê?', world.merchantId)).errors[0]?.extensions.reason).toBe(
    'charge_not_found',
  )
  expect((await reveal(await testConsole.signedIn('auditor'))).code).toBe('FORBIDDEN')
  expect(await auditOf(world.context(), chargeId)).toHaveLength(before)
})

test("concurrent reveals beyond a person's limit are refused, and another person has a separate limit", async () => {
  const browser = await testConsole.signedIn('finance')
  const answers = await Promise.all(Array.from({ length: REVEALS_MAX + 5 }, () => reveal(browser)))
  expect(answers.filter(({ data }) => data?.revealPayerDocument === CPF)).toHaveLength(REVEALS_MAX)
  const [refused] = answers.flatMap(({ errors }) => errors)
  expect(refused?.extensions).toMatchObject({ code: 'rate_limited', reason: 'too_many_reveals' })
  expect((await reveal(await testConsole.signedIn('support'))).errors).toEqual([])
  world.clock.advance((refused?.extensions.retry_after_seconds ?? 0) * 1_000)
})

test("revealing a merchant's CNPJ writes an audit entry with the reason", async () => {
  const browser = await testConsole.signedIn('finance')
  const [merchant] = await sql<{ document: string }>(
    world.context(),
    'select document from merchant where id = $1',
    [world.merchantId],
  )
  const { data } = await browser.send(
    'mutation ($id: Uuid!) { revealMerchantDocument(merchantId: $id, reason: "Contrato") }',
    { id: world.merchantId },
  )
  expect(data).toEqual({ revealMerchantDocument: merchant?.document })
  expect((await auditOf(world.context(), world.merchantId)).at(-1)).toMatchObject({
    action: 'document.reveal',
    targetType: 'merchant',
    reason: 'Contrato',
  })
})
