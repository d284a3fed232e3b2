import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { sql } from './kernel/database/sql.ts'
import { type ConsoleClient } from './testing/clients/console-client.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { startConsole } from './testing/fixtures/start-console.ts'
import { readCsv } from './testing/clients/read-csv.ts'

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
  for (const reference of DANGEROUS) {
    world.clock.advance(1)
    await createCharge(world.rest, { order_reference: reference })
  }
})

const ZONE = 'America/Sao_Paulo'
const DANGEROUS = ['=1+1', '+55', '-2', '@SUM(A1)', '＝1', '＋1', '－1', '＠1', 'a;b,"c"', 'pedido 7']

const charges = (more: object = {}) => ({
  list: 'charges',
  format: 'csv',
  zone: ZONE,
  filter: { merchantId: world.merchantId },
  ...more,
})

interface Recorded {
  actor: string
  target_id: string
  merchant_id: string | null
  after: { rows: number; complete: boolean; format: string; zone: string; filter: string }
}

const exportsOnRecord = (): Promise<Recorded[]> =>
  sql<Recorded>(
    world.context(),
    `select actor, target_id, merchant_id, after from audit_entry where action = 'list.export' order by seq`,
  )

async function refusalOf(answer: Response) {
  const { errors }: { errors: { extensions: Record<string, unknown> }[] } = JSON.parse(await answer.text())
  return { status: answer.status, ...errors[0]?.extensions }
}

test('what a spreadsheet would run is text, in every format, and numbers stay numbers', async () => {
  const columns = [{ id: 'order_reference' }, { id: 'amount', header: 'Valor' }]
  const led = DANGEROUS.toReversed().map((text) => (/^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text))

  const plain = await admin.export(charges({ columns }))
  expect(readCsv(await plain.text())).toEqual([
    ['order_reference', 'amount'],
    ...led.map((text) => [text, '100.00']),
  ])
  const excel = Buffer.from(
    await (await admin.export(charges({ columns, format: 'csv-excel-br' }))).arrayBuffer(),
  )
  expect(excel.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(readCsv(excel.subarray(3).toString(), ';')).toEqual([
    ['order_reference', 'Valor'],
    ...led.map((text) => [text, '100,00']),
  ])
  const book = await admin.export(charges({ columns, format: 'xlsx' }))
  expect(await readSheet(Buffer.from(await book.arrayBuffer()))).toEqual([
    ['order_reference', 'Valor'],
    ...led.map((text) => [text, 100]),
  ])
})

test('moments are those of the wall in the zone shown, which the file names', async () => {
  const columns = [{ id: 'created_at', header: 'Criada em' }]
  const filter = { merchantId: world.merchantId, orderReference: 'pedido 7' }
  const [row] = await sql<{ at: Date }>(
    world.context(),
    `select created_at as at from charge where order_reference = 'pedido 7'`,
  )
  const at = row?.at ?? new Date(Number.NaN)
  const wall = new Date(at.getTime() - 3 * 3_600_000).toISOString()

  const plain = await admin.export(charges({ columns, filter }))
  expect(readCsv(await plain.text())[1]).toEqual([wall.replace('Z', '-03:00')])
  const brazilian = await admin.export(
    charges({ columns, filter, format: 'csv-excel-br', title: 'Cobranças' }),
  )
  const [day = '', time = ''] = wall.split(/[T.]/)
  expect(readCsv(await brazilian.text(), ';')).toEqual([
    [`Criada em (${ZONE})`],
    [`${day.split('-').toReversed().join('/')} ${time}`],
  ])
  const made = new Date(world.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
  expect(brazilian.headers.get('content-disposition')).toBe(
    `attachment; filename="cobrancas_${made}_America-Sao_Paulo.csv"`,
  )
  const book = await admin.export(charges({ columns, filter, format: 'xlsx' }))
  const sheet = await readSheet(Buffer.from(await book.arrayBuffer()))
  expect(sheet[0]).toEqual([`Criada em (${ZONE})`])
  // A spreadsheet counts days in fractions: the millisecond is rounded.
  const told = sheet[1]?.[0]
  expect(told instanceof Date && Math.abs(told.getTime() - Date.parse(wall))).toBeLessThanOrEqual(1)
})

test('the file of a period is named by its days in the zone', async () => {
  const filter = { createdFrom: '2026-11-01T03:00:00Z', createdTo: '2026-11-21T03:00:00Z' }
  const { headers } = await admin.export(charges({ filter }))
  expect(headers.get('content-disposition')).toContain(
    'charges_2026-11-01_a_2026-11-20_America-Sao_Paulo.csv',
  )
})

test('codes are told in the words of the page, and as they are for programs', async () => {
  const columns = [{ id: 'status', header: 'Situação', words: { pending: 'Pendente' } }]
  const filter = { merchantId: world.merchantId, q: 'pedido 7', status: ['pending'] }
  const wanted = { columns, filter, format: 'csv-excel-br' }
  expect(readCsv(await (await admin.export(charges(wanted))).text(), ';')).toEqual([
    ['Situação'],
    ['Pendente'],
  ])
  expect(await (await admin.export(charges({ columns, filter }))).text()).toBe('status\r\npending\r\n')
})

test('each file leaves one line on the record: who, which list, which filter, how many rows', async () => {
  const before = await exportsOnRecord()
  const filter = { merchantId: world.merchantId, q: '529.982.247-25', status: ['pending'] }
  await (await admin.export(charges({ filter }))).text()
  const [line, ...others] = (await exportsOnRecord()).slice(before.length)
  expect(others).toEqual([])
  expect(line).toMatchObject({
    actor: expect.stringMatching(/^staff:/),
    target_id: 'charges',
    merchant_id: world.merchantId,
    after: { rows: 0, complete: true, format: 'csv', zone: ZONE },
  })
  expect(JSON.parse(line?.after.filter ?? '')).toMatchObject({ q: '***.982.247-**', status: ['pending'] })
})

test('a document is masked in the file as on the page', async () => {
  const answer = await admin.export({ list: 'merchants', format: 'csv', zone: ZONE })
  const text = await answer.text()
  expect(text).toContain('**.345.678/****-**')
  expect(text).not.toContain('12345678000195')
})

test('nobody without a session, and no other site with one, is given a file', async () => {
  const before = await exportsOnRecord()
  expect(await refusalOf(await testConsole.browser().export(charges()))).toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
  })
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    expect(await refusalOf(await admin.export(charges(), { headers }))).toMatchObject({
      status: 403,
      reason: 'foreign_origin',
    })
  }
  const form = await admin.export(charges(), { headers: { 'content-type': 'text/plain' } })
  expect(await refusalOf(form)).toMatchObject({ status: 422, reason: 'unsupported_media_type' })
  const read = await fetch(`${testConsole.baseUrl}/exports`, { headers: { cookie: admin.cookie ?? '' } })
  expect(await refusalOf(read)).toMatchObject({ status: 405 })
  expect(await exportsOnRecord()).toEqual(before)
})

test('whatever a title says, the name of the file is one', async () => {
  const title = 'a"; filename="evil.html\r\nset-cookie: x=1\u202e'
  const { headers } = await admin.export(charges({ title }))
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
  expect(headers.getSetCookie()).toEqual([])
})

test('a text that the database cannot keep is refused', async () => {
  for (const q of ['a\0b', '\ud800']) {
    const refusal = await refusalOf(await admin.export(charges({ filter: { q } })))
    expect(refusal).toMatchObject({ status: 422, reason: 'invalid_text' })
  }
})

test.each([
  ['a list that is none', { list: 'secrets' }, 'list'],
  ['a format that is none', { format: 'pdf' }, 'format'],
  ['a zone that is none', { zone: 'Mars/Olympus' }, 'zone'],
  ['a column that the list has not', { columns: [{ id: 'payer_document' }] }, 'columns.0.id'],
  ['a filter that the list has not', { filter: { color: 'red' } }, 'filter'],
  ['a filter with a wrong value', { filter: { status: ['burnt'] } }, 'filter.status.0'],
  ['a malformed amount', { filter: { amountFromCents: '1.5' } }, 'filter.amountFromCents'],
])('%s is refused by name', async (_what, change, path) => {
  const refusal = await refusalOf(await admin.export(charges(change)))
  expect(refusal).toMatchObject({
    status: 422,
    code: 'validation_error',
    fields: [{ path, code: 'not_allowed' }],
    correlation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
