import { expect, test } from 'vitest'
import { KEY, createTestNetwork, aCobBody, type TestNetwork } from './testing/test-network.ts'

const HOUR = 3_600_000
const at = (hour: number): string =>
  new Date(Date.parse('2026-11-20T12:00:00.000Z') + hour * HOUR).toISOString()
const txid = (n: number): string => String(n).padStart(32, 'c')
const between = (from: number, to: number): string => `inicio=${at(from)}&fim=${at(to)}`

/** Creates five charges, one each hour. */
async function withCharges(): Promise<TestNetwork> {
  const testNetwork = await createTestNetwork()
  for (let n = 0; n < 5; n += 1) {
    const devedor =
      n === 4 ? { cnpj: '12345678000195', nome: 'Loja' } : { cpf: `1234567890${n}`, nome: 'Ana' }
    await testNetwork.api('PUT', `/cob/${txid(n)}`, aCobBody({ devedor }))
    await testNetwork.clock.advance(HOUR)
  }
  return testNetwork
}

const found = (list: unknown): string[] =>
  Array.isArray(list) ? list.map((item: { txid?: string }) => item.txid?.slice(-1) ?? '-') : []

test('charges are listed by creation time, and a time window includes its first and its last instant', async () => {
  const { api } = await withCharges()
  const { status, body } = await api('GET', `/cob?${between(1, 3)}`)
  expect(status).toBe(200)
  expect(found(body['cobs'])).toEqual(['1', '2', '3'])
  expect(body['parametros']).toEqual({
    inicio: at(1),
    fim: at(3),
    paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 3 },
  })
})

test('charges are filtered by payer, by status and by whether they have a location', async () => {
  const { api, network } = await withCharges()
  network.removeCob(txid(2))
  const list = async (filter: string) =>
    found((await api('GET', `/cob?${between(0, 9)}&${filter}`)).body['cobs'])
  expect(await list('cpf=12345678901')).toEqual(['1'])
  expect(await list('cnpj=12345678000195')).toEqual(['4'])
  expect(await list('status=REMOVIDA_PELO_PSP')).toEqual(['2'])
  expect(await list('locationPresente=true')).toHaveLength(5)
  expect(await list('locationPresente=false')).toEqual([])
})

test('each charge of a list is on exactly one page', async () => {
  const { api } = await withCharges()
  const pages = []
  for (const page of [0, 1, 2, 3]) {
    const paging = `paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`
    const { body } = await api('GET', `/cob?${between(0, 9)}&${paging}`)
    expect(body['parametros']).toMatchObject({
      paginacao: { paginaAtual: page, itensPorPagina: 2, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 },
    })
    pages.push(found(body['cobs']))
  }
  expect(pages).toEqual([['0', '1'], ['2', '3'], ['4'], []])
})

test('payments are sorted by time of payment, and filtered by period and txid', async () => {
  const { api, network } = await withCharges()
  network.pay({ txid: txid(0) })
  network.pay({ chave: KEY, amountCents: 100n })
  network.pay({ txid: txid(1), paidAt: new Date(at(2)) })
  const list = async (filter: string) => found((await api('GET', `/pix?${filter}`)).body['pix'])
  expect(await list(between(0, 9))).toEqual(['1', '0', '-'])
  expect(await list(between(2, 2))).toEqual(['1'])
  expect(await list(`${between(0, 9)}&txid=${txid(0)}`)).toEqual(['0'])
  expect(await list(`${between(0, 9)}&txIdPresente=true`)).toEqual(['1', '0'])
  expect(await list(`${between(0, 9)}&txIdPresente=false`)).toEqual(['-'])
  expect(await list(`${between(0, 9)}&devolucaoPresente=true`)).toEqual([])
})

test('the filter devolucaoPresente selects payments with a return', async () => {
  const { api, network } = await withCharges()
  const [pix] = network.pay({ txid: txid(0) })
  network.pay({ txid: txid(1) })
  await api('PUT', `/pix/${pix?.endToEndId}/devolucao/a1`, { valor: '1.00' })
  const { body } = await api('GET', `/pix?${between(0, 9)}&devolucaoPresente=true`)
  expect(found(body['pix'])).toEqual(['0'])
})

test.each(['cob', 'pix'])(
  'the refusal of a call of /%s with invalid query parameters names every violation',
  async (list) => {
    const { api } = await createTestNetwork()
    const refused = async (query: string) => {
      const { status, body } = await api('GET', `/${list}?${query}`)
      expect([status, body['type']]).toEqual([400, expect.stringMatching(/ConsultaInvalida$/)])
      return Array.isArray(body['violacoes']) ? body['violacoes'].map(({ propriedade }) => propriedade) : []
    }
    expect(await refused('')).toEqual(['inicio', 'fim'])
    expect(await refused(between(2, 1))).toEqual(['fim'])
    expect(await refused('inicio=yesterday&fim=2026-11-20')).toEqual(['inicio', 'fim'])
    expect(await refused(`${between(0, 1)}&cpf=1&cnpj=2`)).toEqual(['cpf'])
    for (const [name, value] of [
      ['paginacao.paginaAtual', '-1'],
      ['paginacao.itensPorPagina', '0'],
      ['paginacao.itensPorPagina', '1001'],
      ['paginacao.itensPorPagina', 'x'],
    ] as const) {
      expect(await refused(`${between(0, 1)}&${name}=${value}`)).toEqual([name])
    }
  },
)

test('the webhook routes set, read, list and remove a webhook, but refuse an invalid URL or Pix key', async () => {
  const { api } = await createTestNetwork({ keys: [KEY, '+5511999998888'] })
  const path = '/webhook/%2B5511999998888'
  const webhookUrl = 'http://127.0.0.1:3000/network/segredo'
  expect((await api('GET', path)).status).toBe(404)
  expect(await api('PUT', path, { webhookUrl: 'https://antes.exemplo' })).toMatchObject({
    status: 200,
    body: {},
  })
  await api('PUT', path, { webhookUrl })
  const webhook = { webhookUrl, chave: '+5511999998888', criacao: at(0) }
  expect((await api('GET', path)).body).toEqual(webhook)
  const { body } = await api('GET', '/webhook')
  expect(body['webhooks']).toMatchObject([{ chave: KEY }, webhook])
  expect(body['parametros']).toMatchObject({ paginacao: { quantidadeTotalDeItens: 2 } })
  expect((await api('DELETE', path)).status).toBe(204)
  expect((await api('DELETE', path)).status).toBe(404)
  for (const [where, url] of [
    [path, 'not an address'],
    [path, 'ftp://servico.exemplo'],
    ['/webhook/outra', webhookUrl],
  ] as const) {
    const answer = await api('PUT', where, { webhookUrl: url })
    expect([answer.status, answer.body['type']]).toEqual([
      400,
      expect.stringMatching(/WebhookOperacaoInvalida$/),
    ])
  }
})

test('GET /simulator/cobs lists the latest charges first', async () => {
  const { call, network } = await withCharges()
  network.pay({ txid: txid(4) })
  const { body } = await call('GET', '/simulator/cobs?limit=2')
  expect(body).toMatchObject({
    total: 5,
    items: [
      {
        txid: txid(4),
        payer_name: 'Loja',
        amount_cents: '1990',
        status: 'CONCLUIDA',
        payments: 1,
        expired: false,
      },
      { txid: txid(3), payer_name: 'Ana', status: 'ATIVA', payments: 0, expired: true },
    ],
  })
  expect((await call('GET', '/simulator/cobs?limit=0')).status).toBe(400)
})
