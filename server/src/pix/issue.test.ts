import { describe, expect, test } from 'vitest'
import { reply } from '../testing/fakes/fake-pix-provider.ts'
import { cob, CODE, LOCATION, setUpPixAdapter, request, TXID } from '../testing/fakes/pix-adapter-fixture.ts'
import { crc16, writeBrCode } from './br-code.ts'

const at = setUpPixAdapter()

describe('issue', () => {
  test('issue sends the charge as API Pix defines it, and reads the response', async () => {
    at().bank.behave({ api: reply(201, cob) })
    expect(await at().pix.issue(request)).toEqual({
      kind: 'issued',
      cob: {
        txid: TXID,
        status: 'ATIVA',
        createdAt: new Date('2026-11-20T12:00:00.358Z'),
        expiresInSeconds: 3600,
        amountCents: 1_990n,
        qrCodePayload: CODE,
        payments: [],
      },
    })
    const [call] = at().apiCalls()
    expect(call).toMatchObject({
      method: 'PUT',
      path: `/api/v2/cob/${TXID}`,
      authorization: 'Bearer token-1',
    })
    expect(JSON.parse(call?.body ?? '')).toEqual({
      calendario: { expiracao: 3600 },
      devedor: { cpf: '12345678909', nome: 'Maria Payer' },
      valor: { original: '19.90' },
      chave: 'key@psp.example',
      solicitacaoPagador: 'Pedido 42',
    })
  })

  test('issue sends a CNPJ, also one with letters, in the member `cnpj`, and cuts long names and descriptions', async () => {
    at().bank.behave({ api: reply(201, cob) })
    const payer = { name: '😀'.repeat(201), document: '12ABC34501DE35' }
    await at().pix.issue({ ...request, payer, description: '😀'.repeat(500) })
    expect(JSON.parse(at().apiCalls()[0]?.body ?? '')).toMatchObject({
      devedor: { cnpj: '12ABC34501DE35', nome: '😀'.repeat(200) },
      solicitacaoPagador: '😀'.repeat(140),
    })
  })

  test.each([null, ''])(
    'issue sends no solicitacaoPagador when the description is %j',
    async (description) => {
      at().bank.behave({ api: reply(201, cob) })
      await at().pix.issue({ ...request, description })
      expect(at().apiCalls()[0]?.body).not.toContain('solicitacaoPagador')
    },
  )

  test('issue refuses an amount above the limit of API Pix without a call', async () => {
    const amountCents = 1_000_000_000_000n
    expect(await at().pix.issue({ ...request, amountCents })).toEqual({
      kind: 'refused',
      code: 'amount_over_limit',
    })
    expect(at().bank.calls).toEqual([])
  })
})

describe('the BR Code of an issued charge', () => {
  const own = writeBrCode({ location: LOCATION, merchantName: 'Loja do Zé', merchantCity: 'BRASIL' })
  const elsewhere = writeBrCode({ location: 'other.example/qr/1', merchantName: 'Banco', merchantCity: 'X' })

  test.each([
    ['is missing', { pixCopiaECola: undefined }],
    ['has a wrong CRC', { pixCopiaECola: `${CODE.slice(0, -4)}0000` }],
    ['has another location', { pixCopiaECola: elsewhere }],
    ['has another amount', { pixCopiaECola: withAmount('19.91') }],
    ['is not a string', { pixCopiaECola: 7 }],
    ['is missing and only loc has the location', { pixCopiaECola: undefined, location: undefined }],
    [
      'is missing and the location has a scheme',
      { pixCopiaECola: undefined, location: `https://${LOCATION}` },
    ],
  ])('the adapter writes the BR Code from the location when the network’s BR Code %s', async (_, change) => {
    at().bank.behave({ api: reply(201, { ...cob, ...change }) })
    expect(await at().pix.issue(request)).toMatchObject({ kind: 'issued', cob: { qrCodePayload: own } })
  })

  test.each([
    ['the network sends no location', { location: undefined, loc: undefined }],
    ['it contains the amount', { pixCopiaECola: withAmount('19.90') }, withAmount('19.90')],
    ['the location has a scheme and the code has none', { location: `https://${LOCATION}` }],
  ])('the adapter returns the network’s BR Code when %s', async (_, change, code = CODE) => {
    at().bank.behave({ api: reply(201, { ...cob, ...change }) })
    expect(await at().pix.issue(request)).toMatchObject({ kind: 'issued', cob: { qrCodePayload: code } })
  })

  test('when the PSP sends neither a usable BR Code nor a location, the outcome of the issuance is unknown', async () => {
    at().bank.behave({
      api: reply(201, { ...cob, location: undefined, loc: undefined, pixCopiaECola: 'broken' }),
    })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })
})

/** Returns the PSP's BR Code with another amount. */
function withAmount(reais: string): string {
  const text = CODE.slice(0, -4).replace('5802BR', `54${String(reais.length).padStart(2, '0')}${reais}5802BR`)
  return text + crc16(text)
}
