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

describe('requesting a return from the simulator', () => {
  const at = setUpPixSimulator()
  const paid = async () => {
    const pix = at().adapter({ fetch: at().network.fetch })
    await pix.issue(request)
    const endToEndId = at().network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    return { pix, name: { endToEndId, id: 'b'.repeat(32) } }
  }

  test('is accepted for a part of a payment, and findReturn finds the return', async () => {
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

  test('is also accepted when the request is repeated with the same id', async () => {
    const { pix, name } = await paid()
    await pix.requestReturn({ ...name, amountCents: 789n, description: null })
    expect(await pix.requestReturn({ ...name, amountCents: 789n, description: null })).toMatchObject({
      kind: 'accepted',
      return: { id: name.id, amountCents: 789n },
    })
  })

  test('is refused above the remaining amount and for an unknown payment', async () => {
    const { pix, name } = await paid()
    const tooMuch = { ...name, amountCents: 1_991n, description: null }
    expect(await pix.requestReturn(tooMuch)).toEqual({ kind: 'refused' })
    const unknown = { endToEndId: `E${'0'.repeat(31)}`, id: 'a1', amountCents: 1n, description: null }
    expect(await pix.requestReturn(unknown)).toEqual({ kind: 'refused' })
  })
})

describe('a misbehaving bank', () => {
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

  test.each(doubtful)('that %s leaves the return unknown', async (_, behaviour) => {
    at().bank.behave({ api: behaviour })
    expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unknown' })
  })

  test.each(DEFINITE_FAILURES)('that %s makes the return unavailable', async (_, behaviour) => {
    at().bank.behave({ api: behaviour })
    expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unavailable' })
  })

  test('that refuses the PUT, but reports the return in the following GET, makes the result `accepted`', async () => {
    at().bank.behave({
      api: (call) => (call.method === 'PUT' ? reply(400, {}) : reply(200, devolucao))(call),
    })
    expect(await at().pix.requestReturn(wanted)).toMatchObject({ kind: 'accepted', return: { id: 'a1' } })
  })

  test('that refuses a return and then fails to report whether it exists leaves the return unknown', async () => {
    at().bank.behave({ api: (call) => reply(call.method === 'PUT' ? 400 : 500, {})(call) })
    expect(await at().pix.requestReturn(wanted)).toEqual({ kind: 'unknown' })
  })

  test('that has returned the money reports when the return reached the payer', async () => {
    const done = { ...devolucao, status: 'DEVOLVIDO', horario: { liquidacao: '2026-11-20T12:00:01.000Z' } }
    at().bank.behave({ api: reply(200, done) })
    expect(await at().pix.findReturn(wanted)).toMatchObject({
      kind: 'found',
      return: { status: 'DEVOLVIDO', settledAt: new Date('2026-11-20T12:00:01.000Z') },
    })
  })
})
