import { describe, expect, test } from 'vitest'
import { hang, reply, reset, type Behaviour } from '../testing/fakes/fake-pix-provider.ts'
import {
  DEFINITE_FAILURES,
  endlessBody,
  setUpPixAdapter,
  request,
  TXID,
} from '../testing/fakes/pix-adapter-fixture.ts'
import { setUpPixSimulator } from '../testing/fakes/pix-simulator-fixture.ts'

describe('requestReturn with the simulator', () => {
  const at = setUpPixSimulator()
  const paid = async () => {
    const pix = at().adapter({ fetch: at().network.fetch })
    await pix.issue(request)
    const endToEndId = at().network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    return { pix, name: { endToEndId, id: 'b'.repeat(32) } }
  }

  test('a return request for a part of a payment is accepted, and findReturn finds the return', async () => {
    const { pix, name } = await paid()
    expect(await pix.findReturn(name)).toEqual({ kind: 'absent' })
    expect(await pix.requestReturn({ ...name, amountCents: 789n, description: 'Troca' })).toMatchObject({
      kind: 'accepted',
      return: { id: name.id, status: 'EM_PROCESSAMENTO', amountCents: 789n, settledAt: undefined },
    })
    expect(await pix.findReturn(name)).toMatchObject({
      kind: 'found',
      return: { id: name.id, returnId: expect.stringMatching(/^D/), raw: { valor: '7.89' } },
    })
  })

  test('a return request that is repeated with the same id is accepted again', async () => {
    const { pix, name } = await paid()
    await pix.requestReturn({ ...name, amountCents: 789n, description: null })
    expect(await pix.requestReturn({ ...name, amountCents: 789n, description: null })).toMatchObject({
      kind: 'accepted',
      return: { id: name.id, amountCents: 789n },
    })
  })

  test('a return request above the remaining amount, or for an unknown payment, is refused', async () => {
    const { pix, name } = await paid()
    const tooMuch = { ...name, amountCents: 1_991n, description: null }
    expect(await pix.requestReturn(tooMuch)).toEqual({ kind: 'refused' })
    const unknown = { endToEndId: `E${'0'.repeat(31)}`, id: 'a1', amountCents: 1n, description: null }
    expect(await pix.requestReturn(unknown)).toEqual({ kind: 'refused' })
  })
})

describe('requestReturn with a misbehaving PSP', () => {
  const at = setUpPixAdapter()
  const wanted = { endToEndId: `E${'1'.repeat(31)}`, id: 'a1', amountCents: 100n, description: null }

  const devolucao = { id: 'a1', rtrId: `D${'1'.repeat(31)}`, valor: '1.00', status: 'EM_PROCESSAMENTO' }
  const doubtful: [string, Behaviour][] = [
    ['does not answer', hang],
    ['closes the connection', reset],
    ['answers 201 with an endless body', endlessBody(201)],
    ['answers 500', reply(500, {})],
    ['answers 504', reply(504, {})],
    ['answers with another return', reply(201, { ...devolucao, id: 'a2' })],
    ['answers with HTML', reply(400, '<html>no</html>')],
  ]

  test.each(doubtful)('when the PSP %s, the outcome of the return is unknown', async (_, behaviour) => {
    at().bank.behave({ api: behaviour })
    expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unknown' })
  })

  test.each(DEFINITE_FAILURES)(
    'when the PSP %s, the outcome of the return is unavailable',
    async (_, behaviour) => {
      at().bank.behave({ api: behaviour })
      expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unavailable' })
    },
  )

  test('when the PSP refuses the PUT but reports the return in the next GET, the return is accepted', async () => {
    at().bank.behave({
      api: (call) => (call.method === 'PUT' ? reply(400, {}) : reply(200, devolucao))(call),
    })
    expect(await at().pix.requestReturn(wanted)).toMatchObject({ kind: 'accepted', return: { id: 'a1' } })
  })

  test('when the PSP refuses the PUT and the next GET fails, the outcome of the return is unknown', async () => {
    at().bank.behave({ api: (call) => reply(call.method === 'PUT' ? 400 : 500, {})(call) })
    expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unknown' })
  })

  test('findReturn returns the time at which the return reached the payer', async () => {
    const done = { ...devolucao, status: 'DEVOLVIDO', horario: { liquidacao: '2026-11-20T12:00:01.000Z' } }
    at().bank.behave({ api: reply(200, done) })
    expect(await at().pix.findReturn(wanted)).toMatchObject({
      kind: 'found',
      return: { status: 'DEVOLVIDO', settledAt: new Date('2026-11-20T12:00:01.000Z') },
    })
  })
})
