import { describe, expect, test } from 'vitest'
import { hang, reply, type Behaviour } from '../testing/fakes/fake-pix-provider.ts'
import { cob, setUpPixAdapter, request } from '../testing/fakes/pix-adapter-fixture.ts'

const at = setUpPixAdapter()

/** Returns a behaviour that answers PUT with `put` and GET with `get`. */
const byMethod =
  (put: Behaviour, get: Behaviour): Behaviour =>
  (call) =>
    (call.method === 'PUT' ? put : get)(call)

const refusal = (violacao: unknown) => reply(400, { status: 400, violacoes: [violacao] })
const nameless = reply(400, {
  type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
  status: 400,
})

describe('refusals of an issuance', () => {
  test.each([
    ['risk_refused', { propriedade: 'cob.devedor', razao: 'recusado pela análise de risco' }],
    ['payer_invalid', { propriedade: 'cob.devedor', razao: 'não respeita o schema' }],
    ['amount_over_limit', { propriedade: 'cob.valor.original', razao: 'acima do limite' }],
    ['key_unavailable', { propriedade: 'cob.chave', razao: 'não pertence a este usuário' }],
  ])(
    'a refusal that names a violation has the code %s, and no second call is made',
    async (code, violacao) => {
      at().bank.behave({ api: refusal(violacao) })
      expect(await at().pix.issue(request)).toEqual({ kind: 'refused', code })
      expect(at().apiCalls()).toHaveLength(1)
    },
  )

  test.each([
    ['400 without a violation', nameless],
    ['400 about something else', refusal({ propriedade: 'cob.status' })],
    ['404', reply(404, { status: 404 })],
  ])('a refusal with %s has the code network_refused if the PSP does not have the charge', async (_, put) => {
    at().bank.behave({ api: byMethod(put, reply(404, { status: 404 })) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'refused', code: 'network_refused' })
  })

  test.each([
    ['has the charge', reply(200, { ...cob, status: 'CONCLUIDA' })],
    ['is unavailable', reply(503, {})],
    ['does not answer', hang],
    ['answers with the page of a proxy', reply(404, '<html>not found</html>')],
  ])('a refusal without a violation leaves the issuance unknown when the PSP then %s', async (_, get) => {
    at().bank.behave({ api: byMethod(nameless, get) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })

  test('a refusal with the HTML page of a proxy leaves the issuance unknown', async () => {
    at().bank.behave({ api: reply(400, '<html>No required SSL certificate was sent</html>') })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })
})
