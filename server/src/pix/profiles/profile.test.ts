import { expect, test } from 'vitest'
import { makeProfile } from './profile.ts'
import { PROFILE_NAMES, PROFILES, STANDARD } from './profiles.ts'
import { isFromGateway, readViolations, withStandardNames } from './read-body.ts'
import { baseUrlOf, formatTime, pathOf, withFixedQuery } from './request-parts.ts'
import { makeTokenPause } from './token-pause.ts'

const VALUES = { clientId: 'id', appKey: 'a key', correlationId: 'uuid', accessToken: 'token' }
const INSTANT = new Date('2026-11-20T12:00:00.789Z')
const profile = (name: string) => PROFILES.get(name) ?? STANDARD

test('there is a profile for the standard and for each of eight PSPs', () => {
  expect(PROFILE_NAMES).toEqual([
    'standard',
    'banco-do-brasil',
    'itau',
    'santander',
    'bradesco',
    'sicoob',
    'inter',
    'sicredi',
    'efi',
  ])
})

test('each profile except the standard documents at least two quirks', () => {
  const few = Array.from(PROFILES.values()).filter(({ quirks }) => quirks.length < 2)
  expect(few.map(({ name }) => name)).toEqual(['standard'])
})

test('a profile with an invalid name, with an unknown member or without a method that the adapter needs is refused', () => {
  expect(() => makeProfile({ ...STANDARD, name: 'Upper' })).toThrow('name')
  expect(() => makeProfile({ name: 'a', title: 'A', missing: ['POST /cob'] })).not.toThrow()
  expect(() => makeProfile({ name: 'a', title: 'A', missing: ['PUT /cob/{txid}'] })).toThrow(
    'the adapter needs PUT /cob/{txid}',
  )
  const typo = { name: 'a', title: 'A', tokens: {} }
  expect(() => makeProfile(typo)).toThrow('tokens')
})

test('a resource may have another version than the base URL', () => {
  const base = 'https://psp.example/api/v2'
  expect(baseUrlOf(profile('sicredi'), 'cob', base)).toBe('https://psp.example/api/v3')
  expect(baseUrlOf(profile('sicredi'), 'cobs', base)).toBe(base)
  expect(baseUrlOf(profile('sicredi'), 'cob', 'https://psp.example')).toBe('https://psp.example/v3')
})

test('the parameters of a path are percent-encoded, and a missing parameter throws an error', () => {
  expect(pathOf(STANDARD, 'devolucao', { e2eid: 'E/1', id: 'd 1' })).toBe('/pix/E%2F1/devolucao/d%201')
  expect(() => pathOf(STANDARD, 'cob')).toThrow('BUG: the resource cob needs the parameter txid')
})

test('fixed query parameters follow the parameters of a call', () => {
  expect(withFixedQuery(profile('banco-do-brasil'), '/pix?inicio=x', VALUES)).toBe(
    '/pix?inicio=x&gw-dev-app-key=a+key',
  )
  expect(withFixedQuery(STANDARD, '/pix', VALUES)).toBe('/pix')
})

test('times have whole seconds unless the profile allows milliseconds', () => {
  const exact = makeProfile({ name: 'exact', title: 'Exact', timestamps: 'milliseconds' })
  expect(formatTime(STANDARD, INSTANT)).toBe('2026-11-20T12:00:00Z')
  expect(formatTime(exact, INSTANT)).toBe('2026-11-20T12:00:00.789Z')
})

test('a member of a charge with an alias is read under its name in the standard, unless the standard name is present', () => {
  expect(withStandardNames(profile('sicoob'), { brcode: 'x' })).toMatchObject({ pixCopiaECola: 'x' })
  expect(withStandardNames(profile('sicoob'), { brcode: 'x', pixCopiaECola: 'y' })).toMatchObject({
    pixCopiaECola: 'y',
  })
  expect(withStandardNames(STANDARD, { brcode: 'x' })).toEqual({ brcode: 'x' })
})

test('readViolations reads the violations of Banco do Brasil in both of their forms', () => {
  const error = { erros: [{ codigo: '1', mensagem: 'cob.valor inválido' }], violacoes: [{ razao: 'x' }, 7] }
  expect(readViolations(profile('banco-do-brasil'), error)).toEqual([
    { razao: 'x', propriedade: '' },
    { razao: '', propriedade: '' },
    { razao: 'cob.valor inválido', propriedade: '' },
  ])
  expect(readViolations(STANDARD, { violacoes: 'none' })).toEqual([])
})

test('an error with the member of the gateway does not come from API Pix', () => {
  expect(isFromGateway(profile('banco-do-brasil'), { statusCode: 404 })).toBe(true)
  expect(isFromGateway(profile('banco-do-brasil'), { erros: [] })).toBe(false)
  expect(isFromGateway(STANDARD, { statusCode: 404 })).toBe(false)
})

const at = (ms: number) => new Date(INSTANT.getTime() + ms)

test('the pause between refused token requests doubles up to its maximum, and starts again from the shortest pause after a granted token', () => {
  const pause = makeTokenPause({ tokenPauseMs: 1_000, tokenPauseMaxMs: 3_000 })
  const pauses = [0, 1, 2, 3].map(() => {
    pause.extend(at(0))
    return [999, 1_999, 2_999].filter((ms) => pause.isOn(at(ms))).length
  })
  expect(pauses).toEqual([1, 2, 3, 3])
  expect(pause.isOn(at(3_000))).toBe(false)
  pause.end()
  pause.extend(at(0))
  expect(pause.isOn(at(1_000))).toBe(false)
})

test('one refused fresh token causes no pause of token requests, but two in succession do', () => {
  const pause = makeTokenPause(STANDARD.rateLimits)
  pause.countDrop(at(0), at(100))
  expect(pause.isOn(at(100))).toBe(false)
  pause.end()
  pause.countDrop(at(100), at(200))
  expect(pause.isOn(at(200))).toBe(true)
  pause.countDrop(at(0), at(60_000))
  pause.end()
  pause.countDrop(at(60_000), at(60_001))
  expect(pause.isOn(at(60_001))).toBe(false)
})
