import { expect, test } from 'vitest'
import { isEndpointUrl, safeRedirect } from './urls.ts'

test('an endpoint is a public-looking HTTPS address', () => {
  expect(isEndpointUrl(' https://loja.example/webhooks?x=1 ')).toBe(true)
  for (const url of [
    'http://loja.example/w',
    'https://',
    'loja.example',
    'https://localhost/x',
    'https://a@b.co/x',
  ])
    expect(isEndpointUrl(url)).toBe(false)
  expect(isEndpointUrl(`https://loja.example/${'x'.repeat(2000)}`)).toBe(false)
})

test('after the sign-in one goes to a page of the console and never elsewhere', () => {
  expect(safeRedirect('/charges?status=paid')).toBe('/charges?status=paid')
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    'charges',
    undefined,
    7,
  ])
    expect(safeRedirect(target)).toBeUndefined()
})
