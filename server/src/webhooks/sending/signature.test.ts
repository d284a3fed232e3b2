import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedBy, signatureHeader } from './signature.ts'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const AT = new Date(1_795_435_200_000)
const BODY =
  '{"id":"evt_01JD0000000000000000000000","type":"charge.paid","version":"v1",' +
  '"created_at":"2026-11-20T12:00:00.000Z","environment":"production","data":{"amount_cents":"1990"}}'

test('the signature equals the documented test vector', () => {
  expect(signatureHeader([SECRET], BODY, AT)).toBe(
    't=1795435200,v1=188b6ea4411947f27c5c2e4497c7f77040df686b61c021216d10f3057673332e',
  )
})

test('the signature of any body with any secret verifies', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (body, secret) => {
      expect(isSignedBy(secret, signatureHeader([secret], body, AT), body, AT)).toBe(true)
    }),
  )
})

test('a signature does not verify with another body, secret or timestamp', () => {
  const header = signatureHeader([SECRET], BODY, AT)
  expect(isSignedBy(SECRET, header, `${BODY} `, AT)).toBe(false)
  expect(isSignedBy(`${SECRET}x`, header, BODY, AT)).toBe(false)
  expect(isSignedBy(SECRET, header.replace('t=1795435200', 't=1795435201'), BODY, AT)).toBe(false)
})

test('during a rotation the header verifies with either secret', () => {
  const header = signatureHeader(['whsec_new', 'whsec_old'], BODY, AT)
  expect(header).toMatch(/^t=1795435200,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  expect(isSignedBy('whsec_new', header, BODY, AT)).toBe(true)
  expect(isSignedBy('whsec_old', header, BODY, AT)).toBe(true)
})

test.each([
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
])('a receiver whose clock is %i s off accepts the signature: %s', (offS, accepted) => {
  const header = signatureHeader([SECRET], BODY, AT)
  expect(isSignedBy(SECRET, header, BODY, new Date(AT.getTime() + offS * 1_000))).toBe(accepted)
})

test.each(['', 't=', 'v1=00', 't=1795435200', 't=x,v1=00', 'garbage'])(
  'the header %j does not verify',
  (header) => {
    expect(isSignedBy(SECRET, header, BODY, AT)).toBe(false)
  },
)
