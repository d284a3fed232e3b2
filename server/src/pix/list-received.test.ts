import { describe, expect, test } from 'vitest'
import { reply } from '../testing/fakes/fake-pix-provider.ts'
import {
  DEFINITE_FAILURES,
  setUpPixAdapter,
  AMBIGUOUS_FAILURES,
} from '../testing/fakes/pix-adapter-fixture.ts'

const at = setUpPixAdapter()

const window = { from: new Date('2026-11-20T12:00:00Z'), to: new Date('2026-11-20T13:00:00Z'), page: 2 }
const paid = {
  endToEndId: 'E12345678202611201230abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2026-11-20T12:30:00Z',
}
const page = (paging: Record<string, unknown>, pix: unknown) => ({ parametros: { paginacao: paging }, pix })

describe('listReceived', () => {
  test('listReceived requests a page of a time window', async () => {
    at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 3 }, [paid])) })
    expect(await at().pix.listReceived(window)).toMatchObject({
      kind: 'page',
      pagesCount: 3,
      items: [{ endToEndId: paid.endToEndId, amountCents: 10_000n, paidAt: new Date(paid.horario) }],
    })
    const [call] = at().apiCalls()
    expect(call).toMatchObject({ method: 'GET', path: '/api/v2/pix' })
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      inicio: '2026-11-20T12:00:00Z',
      fim: '2026-11-20T13:00:00Z',
      'paginacao.paginaAtual': '2',
      'paginacao.itensPorPagina': '500',
    })
  })

  test('listReceived returns payments without a txid', async () => {
    const { txid: _, ...unnamed } = paid
    at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 1 }, [unnamed])) })
    expect(await at().pix.listReceived(window)).toMatchObject({ items: [{ txid: undefined }] })
  })

  test('listReceived skips and logs an unreadable payment and returns the other payments', async () => {
    const broken = { ...paid, valor: 'cem reais', pagador: { nome: 'Maria' } }
    at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 1 }, [broken, paid])) })
    expect(await at().pix.listReceived(window)).toMatchObject({ items: [{ endToEndId: paid.endToEndId }] })
    expect(at().lines.join()).toContain('"source":"list"')
  })

  test.each([
    ['an empty list', []],
    ['no list', undefined],
    ['null', null],
  ])('listReceived returns an empty page when the total is 0 and the PSP sends %s', async (_, pix) => {
    at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 }, pix)) })
    expect(await at().pix.listReceived(window)).toEqual({ kind: 'page', items: [], pagesCount: 1 })
  })

  test.each([
    ['payments', [paid], 4],
    ['no payments', [], 2],
  ])('without a page count, only a page with payments has a next page (%s)', async (_, pix, pagesCount) => {
    at().bank.behave({ api: reply(200, { pix }) })
    expect(await at().pix.listReceived(window)).toMatchObject({ kind: 'page', pagesCount })
  })

  test.each([
    ['a list under another name', page({ quantidadeTotalDeItens: 2 }, undefined)],
    ['an object instead of a list', page({ quantidadeDePaginas: 1 }, {})],
    ['HTML', '<html>'],
  ])('listReceived returns unavailable when the PSP sends %s', async (_, body) => {
    at().bank.behave({ api: reply(200, body) })
    expect(await at().pix.listReceived(window)).toEqual({ kind: 'unavailable' })
  })

  const failures = [...DEFINITE_FAILURES, ...AMBIGUOUS_FAILURES].filter(
    ([name]) => !/answers with a|without a/.test(name),
  )
  test.each([...failures, ['answers 404', reply(404, page({ quantidadeDePaginas: 1 }, []))] as const])(
    'listReceived returns unavailable when the PSP %s',
    async (_, api) => {
      at().bank.behave({ api })
      expect(await at().pix.listReceived(window)).toEqual({ kind: 'unavailable' })
    },
  )
})

test('listReceived widens the time window to whole seconds', async () => {
  at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 1 }, [])) })
  const [from, to] = [new Date('2026-11-20T12:00:00.999Z'), new Date('2026-11-20T13:00:00.001Z')]
  await at().pix.listReceived({ from, to, page: 0 })
  const [call] = at().apiCalls()
  expect(call?.query.get('inicio')).toBe('2026-11-20T12:00:00Z')
  expect(call?.query.get('fim')).toBe('2026-11-20T13:00:01Z')
})

describe('the callback URL', () => {
  const url = 'https://service.example/network/s3cret-path'

  test('the callback URL is registered for the receiving key', async () => {
    at().bank.behave({ api: reply(200, {}) })
    const pix = at().adapter({ key: 'key@psp.example/+55' })
    expect(await pix.registerCallback(url)).toBe(true)
    const [call] = at().apiCalls()
    expect(call).toMatchObject({ method: 'PUT', path: '/api/v2/webhook/key%40psp.example%2F%2B55' })
    expect(JSON.parse(call?.body ?? '')).toEqual({ webhookUrl: url })
  })

  test.each([400, 403, 404, 500, 503])(
    'registerCallback returns false when the PSP answers %i, and does not log the secret',
    async (status) => {
      at().bank.behave({ api: reply(status, {}) })
      expect(await at().pix.registerCallback(url)).toBe(false)
      expect(at().lines.join()).not.toContain('s3cret-path')
    },
  )
})

describe('the circuit breaker', () => {
  test('the circuit breaker stops calls after ten consecutive failures, and allows a call again after the pause', async () => {
    at().bank.behave({ api: reply(503, {}) })
    for (let n = 0; n < 10; n += 1) await at().pix.find('x'.repeat(32))
    expect(await at().pix.listReceived(window)).toEqual({ kind: 'unavailable' })
    expect(at().apiCalls()).toHaveLength(10)
    at().bank.behave({ api: reply(200, page({ quantidadeDePaginas: 1 }, [])) })
    at().clock.advance(250)
    expect(await at().pix.listReceived(window)).toMatchObject({ kind: 'page' })
    expect(at().apiCalls()).toHaveLength(11)
  })

  test('the circuit breaker stops token requests after ten consecutive failures', async () => {
    at().bank.behave({ token: reply(503, {}) })
    for (let n = 0; n < 12; n += 1) await at().pix.find('x'.repeat(32))
    expect(at().bank.calls).toHaveLength(10)
  })

  test('the circuit breaker stays closed on responses with 500, which show that the API is up', async () => {
    at().bank.behave({ api: reply(500, {}) })
    for (let n = 0; n < 12; n += 1) await at().pix.find('x'.repeat(32))
    expect(at().apiCalls()).toHaveLength(12)
  })
})
