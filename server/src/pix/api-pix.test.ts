import { describe, expect, test } from 'vitest'
import { logInto } from '../testing/fakes/fake-pix-provider.ts'
import { request, TXID } from '../testing/fakes/pix-adapter-fixture.ts'
import { setUpPixSimulator } from '../testing/fakes/pix-simulator-fixture.ts'
import { readBrCode } from './br-code.ts'
import { readCallback } from './callback.ts'
import type { IssueOutcome, PixProvider } from './provider.ts'

const at = setUpPixSimulator()

const transports: [string, () => PixProvider][] = [
  ['over HTTP', () => at().adapter()],
  ['in process', () => at().adapter({ fetch: at().network.fetch })],
]

describe.each(transports)('the API Pix adapter with the simulator %s', (_, make) => {
  test('issue creates a charge and returns its BR Code', async () => {
    const outcome = await make().issue(request)
    expect(outcome).toMatchObject({
      kind: 'issued',
      cob: { txid: TXID, status: 'ATIVA', amountCents: 1_990n, expiresInSeconds: 3600, payments: [] },
    })
    const record = at().network.cob(TXID)
    expect(codeIn(outcome)).toBe(record.cob?.pixCopiaECola)
    expect(readBrCode(codeIn(outcome))?.location).toBe(record.cob?.location)
  })

  test('issue of an existing charge updates the charge, and creates no second charge', async () => {
    const pix = make()
    await pix.issue(request)
    expect(await pix.issue({ ...request, expiresInSeconds: 60 })).toMatchObject({
      kind: 'issued',
      cob: { expiresInSeconds: 60 },
    })
    expect(at().network.cob(TXID)).toMatchObject({ created: 1, calls: { PUT: 2 } })
  })

  test.each([
    ['risk_refused', { payer: { name: 'Maria Payer', document: '00000000000' } }, {}],
    ['payer_invalid', { payer: { name: 'Maria Payer', document: '1234567890123x' } }, {}],
    ['key_unavailable', {}, { key: 'somebody@else.example' }],
    ['network_refused', { expiresInSeconds: 0 }, {}],
  ])(
    'issue returns `refused` with the code %s for a charge that the PSP refuses, and creates no charge',
    async (code, change, settings) => {
      const pix = at().adapter({ ...settings, fetch: at().network.fetch })
      expect(await pix.issue({ ...request, ...change })).toEqual({ kind: 'refused', code })
      expect(at().network.cob(TXID)).toMatchObject({ created: 0 })
    },
  )

  test('find returns the record of an unpaid and of a paid charge, and `absent` for an unknown charge', async () => {
    const pix = make()
    expect(await pix.find(TXID)).toEqual({ kind: 'absent' })
    await pix.issue(request)
    expect(await pix.find(TXID)).toMatchObject({ kind: 'found', cob: { status: 'ATIVA', payments: [] } })
    const [paid] = at().network.pay({ txid: TXID })
    expect(await pix.find(TXID)).toMatchObject({
      kind: 'found',
      cob: { status: 'CONCLUIDA', payments: [{ endToEndId: paid?.endToEndId, amountCents: 1_990n }] },
    })
  })

  test('issue returns `unknown` for a charge that is already paid', async () => {
    const pix = make()
    await pix.issue(request)
    at().network.pay({ txid: TXID })
    expect(await pix.issue({ ...request, expiresInSeconds: 60 })).toEqual({ kind: 'unknown' })
    expect(await pix.find(TXID)).toMatchObject({ kind: 'found', cob: { status: 'CONCLUIDA' } })
  })
})

describe.each(transports)(
  'removal, callbacks and lists of the API Pix adapter with the simulator %s',
  (_, make) => {
    test('remove returns `absent` for an unknown charge, and `not_removable` for a charge that is already removed', async () => {
      const pix = make()
      expect(await pix.remove(TXID)).toEqual({ kind: 'absent' })
      await pix.issue(request)
      expect(await pix.remove(TXID)).toEqual({ kind: 'removed' })
      expect(await pix.remove(TXID)).toEqual({ kind: 'not_removable' })
      expect(await pix.find(TXID)).toMatchObject({ cob: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } })
    })

    test('find returns the status REMOVIDA_PELO_PSP for a charge that the PSP removed', async () => {
      const pix = make()
      await pix.issue(request)
      at().network.removeCob(TXID)
      expect(await pix.find(TXID)).toMatchObject({ cob: { status: 'REMOVIDA_PELO_PSP' } })
    })

    test('registerCallback registers a URL, and readCallback can read the callback of a payment', async () => {
      const pix = make()
      expect(await pix.registerCallback('http://service.example/network/secret')).toBe(true)
      await pix.issue(request)
      const [paid] = at().network.pay({ txid: TXID })
      await at().network.idle()
      expect(at().delivered.map(({ url }) => url)).toEqual(['http://service.example/network/secret/pix'])
      expect(readCallback(JSON.parse(at().delivered[0]?.body ?? ''), logInto([]))).toMatchObject({
        items: [{ endToEndId: paid?.endToEndId, txid: TXID, amountCents: 1_990n, returns: [] }],
        unreadable: 0,
      })
    })

    test('listReceived lists payments page by page, each payment once', async () => {
      const pix = make()
      const noon = at().networkClock.now()
      await pix.issue(request)
      const paid = Array.from({ length: 12 }, () => at().network.pay({ txid: TXID, times: 100 })).flat()
      const pages = []
      for (let page = 0, count = 1; page < count; page += 1) {
        const got = await pix.listReceived({ from: noon, to: noon, page })
        if (got.kind !== 'page') throw new Error('unavailable')
        pages.push(got.items.map(({ endToEndId }) => endToEndId))
        count = got.pagesCount
      }
      expect(pages.map((items) => items.length)).toEqual([500, 500, 200])
      expect(new Set(pages.flat())).toEqual(new Set(paid.map(({ endToEndId }) => endToEndId)))
    })

    test('the adapter requests a new token when the PSP has revoked the old one', async () => {
      const pix = make()
      await pix.issue(request)
      at().network.revokeTokens()
      expect(await pix.find(TXID)).toMatchObject({ kind: 'found' })
    })
  },
)

function codeIn(outcome: IssueOutcome): string {
  if (outcome.kind !== 'issued') throw new Error(outcome.kind)
  return outcome.cob.qrCodePayload
}
