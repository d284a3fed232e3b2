import { describe, expect, test } from 'vitest'
import { hang, reply, reset } from '../testing/fakes/fake-pix-provider.ts'
import {
  DEFINITE_FAILURES,
  cob,
  setUpPixAdapter,
  TXID,
  AMBIGUOUS_FAILURES,
} from '../testing/fakes/pix-adapter-fixture.ts'

const at = setUpPixAdapter()

describe('find', () => {
  test('find returns the PSP’s record of a charge with its payments', async () => {
    const payment = {
      endToEndId: 'E'.repeat(32),
      txid: TXID,
      valor: '19.90',
      horario: '2026-11-20T12:01:00Z',
    }
    at().bank.behave({ api: reply(200, { ...cob, status: 'CONCLUIDA', pix: [payment, { broken: true }] }) })
    expect(await at().pix.find(TXID)).toMatchObject({
      kind: 'found',
      cob: {
        status: 'CONCLUIDA',
        payments: [
          { endToEndId: 'E'.repeat(32), amountCents: 1_990n, paidAt: new Date('2026-11-20T12:01:00Z') },
        ],
      },
    })
    expect(at().apiCalls()[0]).toMatchObject({ method: 'GET', path: `/api/v2/cob/${TXID}`, body: '' })
  })

  test.each([404, 410])('find returns `absent` when API Pix answers %i', async (status) => {
    at().bank.behave({ api: reply(status, { status }) })
    expect(await at().pix.find(TXID)).toEqual({ kind: 'absent' })
  })

  test('find returns `unavailable` when a proxy answers 404', async () => {
    at().bank.behave({ api: reply(404, '<html>404 Not Found</html>') })
    expect(await at().pix.find(TXID)).toEqual({ kind: 'unavailable' })
  })

  const failures = [...DEFINITE_FAILURES, ...AMBIGUOUS_FAILURES].filter(
    ([name]) => !/410|amount|that is paid|unknown status/.test(name),
  )
  test.each(failures)('find returns `unavailable` when the PSP %s', async (_, api) => {
    at().bank.behave({ api })
    expect(await at().pix.find(TXID)).toEqual({ kind: 'unavailable' })
  })

  test('find returns a charge of unknown status with the status `other`', async () => {
    at().bank.behave({ api: reply(200, { ...cob, status: 'NOVA' }) })
    expect(await at().pix.find(TXID)).toMatchObject({ kind: 'found', cob: { status: 'other' } })
  })

  test('find assumes an expiry of one day for a charge without an expiry', async () => {
    at().bank.behave({ api: reply(200, { ...cob, calendario: { criacao: '2026-11-20T12:00:00Z' } }) })
    expect(await at().pix.find(TXID)).toMatchObject({ cob: { expiresInSeconds: 86_400 } })
  })
})

describe('remove', () => {
  test('remove sends only the status REMOVIDA_PELO_USUARIO_RECEBEDOR', async () => {
    at().bank.behave({ api: reply(200, { ...cob, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }) })
    expect(await at().pix.remove(TXID)).toEqual({ kind: 'removed' })
    expect(at().apiCalls()[0]).toMatchObject({ method: 'PATCH', path: `/api/v2/cob/${TXID}` })
    expect(at().apiCalls()[0]?.body).toBe('{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR"}')
  })

  test.each([
    ['not_removable', reply(400, { status: 400 })],
    ['not_removable', reply(200, { ...cob, status: 'CONCLUIDA' })],
    ['absent', reply(404, { status: 404 })],
    ['unavailable', reply(400, '<html>')],
    ['unavailable', reply(404, '<html>')],
    ['unavailable', reply(200, '<html>')],
    ['unavailable', reply(500, {})],
    ['unavailable', reply(503, {})],
    ['unavailable', reply(403, {})],
    ['unavailable', hang],
    ['unavailable', reset],
  ])(
    'remove returns `%s` for the response to its PATCH request in row %# of the table',
    async (kind, api) => {
      at().bank.behave({ api })
      expect(await at().pix.remove(TXID)).toEqual({ kind })
    },
  )
})
