import { expect, test } from 'vitest'
import { isEndpointUrl, safeRedirect } from './urls.ts'

test('an endpoint URL is HTTPS with a public-looking host', () => {
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

test('a redirect after the sign-in stays within the console', () => {
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
