import { describe, expect, test } from 'vitest'
import { hang, reply, type Behaviour } from '../testing/fakes/fake-pix-provider.ts'
import { cob, setUpPixAdapter, request } from '../testing/fakes/pix-adapter-fixture.ts'

const at = setUpPixAdapter()

/** PUT answers the first, GET the second. */
const byMethod =
  (put: Behaviour, get: Behaviour): Behaviour =>
  (call) =>
    (call.method === 'PUT' ? put : get)(call)

const refusal = (violacao: unknown) => reply(400, { status: 400, violacoes: [violacao] })
const nameless = reply(400, {
  type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
  status: 400,
})

describe('a refusal', () => {
  test.each([
    ['risk_refused', { propriedade: 'cob.devedor', razao: 'recusado pela análise de risco' }],
    ['payer_invalid', { propriedade: 'cob.devedor', razao: 'não respeita o schema' }],
    ['amount_over_limit', { propriedade: 'cob.valor.original', razao: 'acima do limite' }],
    ['key_unavailable', { propriedade: 'cob.chave', razao: 'não pertence a este usuário' }],
  ])('that names a fault of the charge is %s at once', async (code, violacao) => {
    at().bank.behave({ api: refusal(violacao) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'refused', code })
    expect(at().apiCalls()).toHaveLength(1)
  })

  test.each([
    ['400 that names nothing', nameless],
    ['400 about something else', refusal({ propriedade: 'cob.status' })],
    ['404', reply(404, { status: 404 })],
  ])('by a %s counts when the network has no such charge', async (_, put) => {
    at().bank.behave({ api: byMethod(put, reply(404, { status: 404 })) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'refused', code: 'network_refused' })
  })

  test.each([
    ['has the charge all the same', reply(200, { ...cob, status: 'CONCLUIDA' })],
    ['cannot say', reply(503, {})],
    ['hangs', hang],
    ['answers with somebody else’s page', reply(404, '<html>not found</html>')],
  ])('that names nothing proves nothing when the network, asked again, %s', async (_, get) => {
    at().bank.behave({ api: byMethod(nameless, get) })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })

  test('by a proxy’s page proves nothing', async () => {
    at().bank.behave({ api: reply(400, '<html>No required SSL certificate was sent</html>') })
    expect(await at().pix.issue(request)).toEqual({ kind: 'unknown' })
  })
})
