import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { createMerchant } from '../../merchants/create-merchant.ts'
import { openBankAccount, sealBankAccount } from '../../merchants/bank-account.ts'
import { setBankAccount } from '../../payouts/set-bank-account.ts'
import { auditOf } from '../../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../../testing/clients/console-client.ts'
import { aPaidCharge, createCharge, PAYER, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'
import { logInto } from '../../testing/fakes/fake-pix-provider.ts'

const CNPJ = '12ABC34501DE35'
const WRONG_DIGITS = '12ABC34501DE36'
const FORMATTED = '12.ABC.345/01DE-35'
const MASKED = '**.ABC.345/****-**'
const SPELLINGS = [CNPJ, FORMATTED, CNPJ.toLowerCase(), FORMATTED.toLowerCase(), '12 ABC 345 01DE 35']
const LOOKALIKES = ['12ABC34501DE34', '12ABC34501DE', '12.ABC.345/01DE-36']

const lines: string[] = []
const { world, testConsole } = await startConsole({ log: logInto(lines) })
let paid: ChargeJson
let support: ConsoleClient
beforeAll(async () => {
  support = await testConsole.signedIn('support')
  await createCharge(world.rest)
  paid = await aPaidCharge(world, {
    payer: { ...PAYER, name: 'Empresa Ltda', document: CNPJ },
    order_reference: 'pedido-letras',
  })
})

const listed = async (q: string): Promise<string[]> => {
  const { body } = await world.rest.get<{ items: ChargeJson[] }>(`/v1/pix/charges?q=${encodeURIComponent(q)}`)
  return body.items.map(({ id }) => id)
}

test('a charge for a payer with an alphanumeric CNPJ is issued with that CNPJ and paid', () => {
  expect(paid).toMatchObject({ status: 'paid', order_reference: 'pedido-letras' })
  expect(world.network.cob(paid.pix?.txid ?? '').cob).toMatchObject({
    status: 'CONCLUIDA',
    devedor: { cnpj: CNPJ, nome: 'Empresa Ltda' },
  })
})

test('a callback with an alphanumeric payer CNPJ is recorded', async () => {
  const { body } = await createCharge(world.rest, { payer: { ...PAYER, document: CNPJ } })
  const pix = {
    endToEndId: `E${'1'.repeat(31)}`,
    txid: body.pix?.txid,
    valor: '100.00',
    horario: world.clock.now(),
    pagador: { cnpj: CNPJ, nome: 'Empresa Ltda' },
  }
  await world.rest.post('/network/world-callback-secret/pix', { pix: [pix] })
  await world.settleInbox()
  const { body: later } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)
  expect(later).toMatchObject({ status: 'paid', end_to_end_id: pix.endToEndId })
})

test.each(SPELLINGS)('the API, the console and the search find the charge of CNPJ %s', async (typed) => {
  expect(await listed(typed)).toContain(paid.id)
  const { data } = await support.send<{ charges: { nodes: { id: string; payerDocumentMasked: string }[] } }>(
    'query ($q: String) { charges(filter: { q: $q }) { nodes { id payerDocumentMasked } } }',
    { q: typed },
  )
  expect(data?.charges.nodes).toContainEqual({ id: paid.id, payerDocumentMasked: MASKED })
  expect(data?.charges.nodes).toHaveLength((await listed(CNPJ)).length)
  const { data: found } = await support.send<{ search: { id: string }[] }>(
    'query ($t: String!) { search(text: $t) { id } }',
    { t: typed },
  )
  expect(found?.search).toContainEqual({ id: paid.id })
})

test.each(LOOKALIKES)('searching for the text %s finds no charge', async (typed) => {
  expect(await listed(typed)).toEqual([])
})

test('no column of the charge and no log line contains the CNPJ in plain text', async () => {
  const [row] = await sql<{ row: string }>(
    world.context(),
    'select charge::text as row from charge where id = $1',
    [paid.id],
  )
  const hex = Buffer.from(CNPJ).toString('hex')
  for (const place of [row?.row ?? '', ...lines])
    expect([place.includes(CNPJ), place.includes(FORMATTED), place.includes(hex)]).toEqual([
      false,
      false,
      false,
    ])
})

test('the audit entry of a revealed CNPJ masks the CNPJs in the reason', async () => {
  const { data } = await support.send<{ revealPayerDocument: string }>(
    'mutation ($id: Uuid!, $reason: String!) { revealPayerDocument(chargeId: $id, reason: $reason) }',
    { id: paid.id, reason: `Confirmou ${FORMATTED} e ${CNPJ.toLowerCase()}` },
  )
  expect(data?.revealPayerDocument).toBe(CNPJ)
  expect(await auditOf(world.context(), paid.id)).toMatchObject([
    { action: 'document.reveal', reason: 'Confirmou [CNPJ] e [CNPJ]' },
  ])
})

test.each([
  [FORMATTED.toLowerCase(), MASKED],
  [`empresa ${CNPJ}`, '[…]'],
  ['12.abc.345/01de-36', '[…]'],
  ['PEDIDO12345678', 'PEDIDO12345678'],
])('the audit entry of an export filtered by «%s» contains «%s»', async (q, recorded) => {
  const admin = await testConsole.signedIn('admin')
  await (await admin.export({ list: 'charges', format: 'csv', zone: 'UTC', filter: { q } })).text()
  const line = (await auditOf(world.context(), 'charges')).at(-1)
  expect(JSON.parse(String(line?.after?.['filter']))).toMatchObject({ q: recorded })
})

const refusalOfView = async (view: object) => {
  const { errors } = await support.send('mutation ($v: SaveViewInput!) { saveView(view: $v) { id } }', {
    v: { page: 'charges', name: 'Da empresa', search: '?status=paid', ...view },
  })
  return errors[0]?.extensions.reason
}

test.each(SPELLINGS)('a view cannot be saved with %s in its search or name', async (typed) => {
  expect(await refusalOfView({ search: `?q=${encodeURIComponent(typed)}` })).toBe('document_in_view')
  expect(await refusalOfView({ name: typed })).toBe('document_in_view')
})

const ACCOUNT = {
  ispb: '12345678',
  branch: '1234',
  account: '123456-7',
  type: 'checking',
  holderName: 'Nova Ltda',
  holderDocument: CNPJ,
} as const

test('a merchant and a bank account accept an alphanumeric CNPJ only with valid check digits', async () => {
  const ctx = world.context('cli')
  await expect(createMerchant(ctx, { name: 'Errada', document: WRONG_DIGITS })).rejects.toMatchObject({
    details: { fields: [{ path: 'document', code: 'format' }] },
  })
  const merchant = await createMerchant(ctx, { name: 'Nova', document: CNPJ })
  await setBankAccount(ctx, merchant.id, ACCOUNT)
  await expect(
    setBankAccount(ctx, merchant.id, { ...ACCOUNT, holderDocument: WRONG_DIGITS }),
  ).rejects.toMatchObject({
    details: { fields: [{ path: 'holderDocument', code: 'format' }] },
  })
  const { data } = await support.send<{ search: { kind: string; id: string }[] }>(
    'query ($t: String!) { search(text: $t) { kind id } }',
    { t: FORMATTED },
  )
  expect(data?.search).toContainEqual({ kind: 'merchant', id: merchant.id })
})

test('a stored bank account with invalid check digits can still be decrypted', () => {
  const ctx = world.context()
  const old = { ...ACCOUNT, holderDocument: WRONG_DIGITS }
  expect(openBankAccount(ctx, paid.id, sealBankAccount(ctx, paid.id, old))).toEqual(old)
})
