import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { request, TXID } from '../testing/fakes/pix-adapter-fixture.ts'
import { makeManualClock, type ManualClock } from '../testing/fakes/fake-pix-provider.ts'
import { setUpPixSimulator } from '../testing/fakes/pix-simulator-fixture.ts'

const TIMEOUT_MS = 40
const at = setUpPixSimulator()

const faults = fc.record({
  on: fc.constantFrom('token' as const, 'cob' as const),
  mode: fc.constantFrom(
    'refuse' as const,
    'timeout_before' as const,
    'timeout_after' as const,
    'http_500' as const,
    'http_503' as const,
    'slow' as const,
    'drop' as const,
  ),
  count: fc.integer({ min: 1, max: 3 }),
})

/** Lets the timeout of the adapter pass once the PSP has received a call. */
async function passTimeout(clock: ManualClock, call: string): Promise<void> {
  await expect.poll(() => at().network.callTotals()[call], { timeout: 30_000 }).toBe(1)
  clock.advance(60_000)
}

describe('faults during an issuance', () => {
  test('after any combination of faults, the outcome of an issuance agrees with the record of the PSP', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(faults, { maxLength: 3 }), fc.uuid(), async (struck, id) => {
        const txid = id.replaceAll('-', '')
        const pix = at().adapter({ timeoutMs: TIMEOUT_MS })
        at().network.liftFaults()
        for (const fault of struck) at().network.setFault(fault)
        const outcome = await pix.issue({ ...request, txid })
        at().network.liftFaults()
        at().networkClock.advance(60_000) // lets slow calls finish

        const record = await at().adapter().find(txid)
        const expected = { issued: 'found', unavailable: 'absent', refused: 'absent', unknown: record.kind }
        expect(record.kind).toBe(expected[outcome.kind])
        expect(['found', 'absent']).toContain(record.kind)
        expect(at().network.cob(txid).created).toBe(record.kind === 'found' ? 1 : 0)
        expect(at().network.cob(txid).calls.PUT).toBeLessThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['token', 'refuse', 'unavailable', 0],
    ['token', 'timeout_before', 'unavailable', 0],
    ['token', 'timeout_after', 'unavailable', 0],
    ['token', 'drop', 'unavailable', 0],
    ['token', 'http_500', 'unavailable', 0],
    ['cob', 'refuse', 'unavailable', 0],
    ['cob', 'http_503', 'unavailable', 0],
    ['cob', 'http_500', 'unknown', 0],
    ['cob', 'timeout_before', 'unknown', 0],
    ['cob', 'timeout_after', 'unknown', 1],
    ['cob', 'drop', 'unknown', 1],
  ] as const)(
    'with a fault on %s in mode %s, an issuance has the outcome %s, and the PSP has %i charges',
    async (on, mode, kind, created) => {
      at().network.setFault({ on, mode, count: 1 })
      const clock = makeManualClock()
      const issuing = at().adapter({ clock }).issue(request)
      if (mode.startsWith('timeout')) await passTimeout(clock, on === 'token' ? 'POST token' : 'PUT cob')
      expect(await issuing).toEqual({ kind })
      expect(at().network.cob(TXID).created).toBe(created)
    },
  )

  test('an issuance is unknown when the PSP created the charge without a response, and find returns the charge', async () => {
    const silent = { ...request, payer: { name: 'Maria Payer', document: '99999999999' } }
    const clock = makeManualClock()
    const pix = at().adapter({ clock })
    const issuing = pix.issue(silent)
    await passTimeout(clock, 'PUT cob')
    expect(await issuing).toEqual({ kind: 'unknown' })
    expect(await pix.find(TXID)).toMatchObject({ kind: 'found', cob: { status: 'ATIVA' } })
  })
})
