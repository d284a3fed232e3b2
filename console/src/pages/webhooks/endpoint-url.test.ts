import { expect, test } from 'vitest'
import { isEndpointUrl } from './endpoint-url.ts'

test('an endpoint URL has HTTPS, a host with a dot, no user name and at most 2,000 characters', () => {
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
