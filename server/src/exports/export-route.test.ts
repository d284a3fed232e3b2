import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { readCsv } from '../testing/clients/read-csv.ts'

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

test('formulas are neutralized in every format, and amounts remain numbers', async () => {
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

test('times are local times of the requested zone, and the heading and the file name contain the zone', async () => {
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
  // A spreadsheet stores a time as a fraction of days, which rounds the milliseconds.
  const cell = sheet[1]?.[0]
  expect(cell instanceof Date && Math.abs(cell.getTime() - Date.parse(wall))).toBeLessThanOrEqual(1)
})

test('the file name contains the first and last day of the period in the zone', async () => {
  const filter = { createdFrom: '2026-11-01T03:00:00Z', createdTo: '2026-11-21T03:00:00Z' }
  const { headers } = await admin.export(charges({ filter }))
  expect(headers.get('content-disposition')).toContain(
    'charges_2026-11-01_a_2026-11-20_America-Sao_Paulo.csv',
  )
})

test('csv-excel-br translates codes with the words in the request, and csv keeps the codes', async () => {
  const columns = [{ id: 'status', header: 'Situação', words: { pending: 'Pendente' } }]
  const filter = { merchantId: world.merchantId, q: 'pedido 7', status: ['pending'] }
  const wanted = { columns, filter, format: 'csv-excel-br' }
  expect(readCsv(await (await admin.export(charges(wanted))).text(), ';')).toEqual([
    ['Situação'],
    ['Pendente'],
  ])
  expect(await (await admin.export(charges({ columns, filter }))).text()).toBe('status\r\npending\r\n')
})

test('each export writes one audit entry with person, list, filter and number of rows', async () => {
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

test('the CPFs and CNPJs in an exported file are masked', async () => {
  const answer = await admin.export({ list: 'merchants', format: 'csv', zone: ZONE })
  const text = await answer.text()
  expect(text).toContain('**.345.678/****-**')
  expect(text).not.toContain('12345678000195')
})

test('an export without a session, from another origin, with a wrong content type or by GET is refused', async () => {
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

test('a title with quotes and line breaks gives a safe file name', async () => {
  const title = 'a"; filename="evil.html\r\nset-cookie: x=1\u202e'
  const { headers } = await admin.export(charges({ title }))
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.csv"$/)
  expect(headers.getSetCookie()).toEqual([])
})

test('an export whose filter contains a text that the database cannot store is refused', async () => {
  for (const q of ['a\0b', '\ud800']) {
    const refusal = await refusalOf(await admin.export(charges({ filter: { q } })))
    expect(refusal).toMatchObject({ status: 422, reason: 'invalid_text' })
  }
})

test.each([
  ['an unknown list', { list: 'secrets' }, 'list'],
  ['an unknown format', { format: 'pdf' }, 'format'],
  ['an unknown time zone', { zone: 'Mars/Olympus' }, 'zone'],
  ['an unknown column', { columns: [{ id: 'payer_document' }] }, 'columns.0.id'],
  ['an unknown filter member', { filter: { color: 'red' } }, 'filter'],
  ['an invalid filter value', { filter: { status: ['burnt'] } }, 'filter.status.0'],
  ['a malformed amount', { filter: { amountFromCents: '1.5' } }, 'filter.amountFromCents'],
])('an export with %s is refused, and the refusal names the field path', async (_what, change, path) => {
  const refusal = await refusalOf(await admin.export(charges(change)))
  expect(refusal).toMatchObject({
    status: 422,
    code: 'validation_error',
    fields: [{ path, code: 'not_allowed' }],
    correlation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})
