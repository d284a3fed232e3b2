import { expect, test } from 'vitest'
import { reply } from '../testing/fakes/fake-pix-provider.ts'
import { setUpPixAdapter } from '../testing/fakes/pix-adapter-fixture.ts'

const at = setUpPixAdapter()

const window = { from: new Date('2026-11-20T12:00:00Z'), to: new Date('2026-11-20T13:00:00Z'), page: 2 }
const paid = {
  endToEndId: 'E12345678202611201230abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2026-11-20T12:30:00Z',
}

const removed = { txid: paid.txid, status: 'REMOVIDA_PELO_PSP', pix: [paid] }
const cobs = (items: unknown) => ({ parametros: { paginacao: { quantidadeDePaginas: 2 } }, cobs: items })

test.each([
  ['psp', 'REMOVIDA_PELO_PSP'],
  ['receiver', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
] as const)(
  'listRemoved requests the charges with the status of a removal by the %s, and returns the payments of these charges',
  async (by, status) => {
    at().bank.behave({ api: reply(200, cobs([{ ...removed, status }])) })
    expect(await at().pix.listRemoved({ ...window, by })).toMatchObject({
      kind: 'page',
      pagesCount: 2,
      items: [{ txid: paid.txid, payments: [{ endToEndId: paid.endToEndId, amountCents: 10_000n }] }],
    })
    const [call] = at().apiCalls()
    expect(call).toMatchObject({ method: 'GET', path: '/api/v2/cob' })
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      inicio: '2026-11-20T12:00:00Z',
      fim: '2026-11-20T13:00:00Z',
      status,
      'paginacao.paginaAtual': '2',
      'paginacao.itensPorPagina': '500',
    })
  },
)

test('listRemoved omits charges of another status and unreadable charges', async () => {
  const others = [{ ...removed, status: 'ATIVA' }, { ...removed, txid: 7 }, 'x', null]
  const plain = { txid: 'a'.repeat(32), status: 'REMOVIDA_PELO_PSP' }
  at().bank.behave({ api: reply(200, cobs([...others, plain])) })
  expect(await at().pix.listRemoved({ ...window, by: 'psp' })).toMatchObject({
    items: [{ txid: plain.txid, payments: [] }],
  })
})

test('listRemoved returns `unavailable` when the PSP answers 503', async () => {
  at().bank.behave({ api: reply(503, {}) })
  expect(await at().pix.listRemoved({ ...window, by: 'psp' })).toEqual({ kind: 'unavailable' })
})
