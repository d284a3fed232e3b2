import { describe, expect, test } from 'vitest'
import type { FaultMode } from '../../../simulator/faults.ts'
import { request, TXID } from '../../testing/fakes/pix-adapter-fixture.ts'
import { ALL_WORK, connect, KEY, runAll, WINDOW } from '../../testing/fakes/psp-in-dialect.ts'
import { makeProfile } from './profile.ts'
import { PROFILES } from './profiles.ts'

const EACH = Array.from(PROFILES.values(), (profile) => [profile.name, profile] as const)

describe.each(EACH)('profile %s', (name, profile) => {
  test('every operation succeeds at a simulator with the deviations of the PSP', async () => {
    const { pix, network } = connect(profile, name)
    const pay = () => network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    expect(await runAll(pix, pay)).toEqual(ALL_WORK)
  })

  test.each<[FaultMode, string]>([
    ['refuse', 'unavailable'],
    ['http_401', 'unavailable'],
    ['http_403', 'unavailable'],
    ['http_503', 'unavailable'],
    ['http_500', 'unknown'],
    ['drop', 'unknown'],
  ])('when the simulator has the fault %s, the outcome of an issuance is %s', async (mode, kind) => {
    const { pix, network } = connect(profile, name)
    network.setFault({ on: 'cob', mode })
    expect(await pix.issue(request)).toEqual({ kind })
    expect(network.cob(TXID).created).toBe(mode === 'drop' ? 1 : 0)
  })

  test('requestReturn returns unknown when the answer was lost, and a repeated request finds the return', async () => {
    const { pix, network } = connect(profile, name)
    await pix.issue(request)
    const endToEndId = network.pay({ txid: TXID })[0]?.endToEndId ?? ''
    const refund = { endToEndId, id: 'D1', amountCents: 990n, description: null }
    network.setFault({ on: 'devolucao', mode: 'drop', count: 1 })
    expect(await pix.requestReturn(refund)).toEqual({ kind: 'unknown' })
    expect((await pix.requestReturn(refund)).kind).toBe('accepted')
    expect((await pix.findReturn(refund)).kind).toBe('found')
  })

  test('a list of several pages is read completely', async () => {
    const { pix, network } = connect({ ...profile, pages: { items: 2 } }, name)
    for (const amountCents of [100n, 200n, 300n]) network.pay({ chave: KEY, amountCents })
    const pages = await Promise.all([0, 1].map((page) => pix.listReceived({ ...WINDOW, page })))
    expect(pages.map((page) => page.kind === 'page' && page.items.length)).toEqual([2, 1])
  })

  test('when the PSP refuses the token request, no charge is created, and the outcome is unavailable', async () => {
    const { pix, network } = connect(profile, name, { clients: [{ id: 'other', secret: 'other' }] })
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(network.callTotals()['PUT cob']).toBeUndefined()
  })

  test('revoked tokens are replaced, and refusals have the reason that the PSP names', async () => {
    const { pix, network } = connect(profile, name)
    await pix.find(TXID)
    network.revokeTokens()
    const payer = { name: 'Maria Payer', document: '00000000000' }
    expect(await pix.issue({ ...request, payer })).toEqual({ kind: 'refused', code: 'risk_refused' })
  })
})

const DEVIATING = EACH.filter(([name]) => name !== 'standard' && name !== 'inter')

test.each([
  ...DEVIATING.filter(([name]) => name !== 'bradesco').map(([name]) => [name, 'standard'] as const),
  ['inter', 'bradesco'] as const,
  ['bradesco', 'inter'] as const,
])('at a simulator of the PSP %s, at least one operation fails with the profile %s', async (name, other) => {
  const wrong = PROFILES.get(other) ?? makeProfile({ name: 'none', title: 'None' })
  const { pix, network } = connect(wrong, name)
  const pay = () => network.pay({ txid: TXID })[0]?.endToEndId ?? ''
  expect(await runAll(pix, pay)).not.toEqual(ALL_WORK)
})
