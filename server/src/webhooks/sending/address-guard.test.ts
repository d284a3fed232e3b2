import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { HOSTILE_URLS, MALFORMED_URLS } from '../../testing/suites/hostile-urls.ts'
import { makeAddressGuard } from './address-guard.ts'

const NAMES: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '192.168.0.1'],
  'mixed6.example': ['93.184.216.34', 'fe80::1'],
  'loopback.example': ['127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'nat64.example': ['64:ff9b::a00:1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
}

const guard = makeAddressGuard({
  clock: systemClock,
  allowPrivate: ['127.0.0.1:8443', '[::1]:8443', 'inbox:9443'],
  resolve: async (hostname) => {
    const addresses = NAMES[hostname]
    if (!addresses) throw new Error(`NAMES has no addresses for ${hostname}`)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
})

/** Host names that resolve to at least one address that is not public. */
const RESOLVED = [
  'https://private.example/hook',
  'https://loopback.example/hook',
  'https://metadata.example/hook',
  'https://mapped.example/hook',
  'https://nat64.example/hook',
  'https://mixed.example/hook',
  'https://mixed6.example/hook',
  'https://127.0.0.1.nip.example/hook',
]

const PUBLIC = [
  'https://public.example/hook',
  'https://public.example',
  'https://PUBLIC.example:8443/hook?a=1&b=%23',
  'HTTPS://public.example/hook',
  'https://sub_domain.public-shop.example/hook',
  'https://unknown.example/not-yet-there',
  'https://xn--caf-dma.example/hook',
  'https://café.example/hook',
  'https://8.8.8.8/hook',
  'https://172.15.255.255/hook',
  'https://172.32.0.1/hook',
  'https://100.128.0.1/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://127.0.0.1:8443/hook',
  'https://[::1]:8443/hook',
  'https://inbox:9443/hook',
]

test.each([...HOSTILE_URLS, ...RESOLVED])('the address guard blocks %s', async (url) => {
  expect(await guard.checkUrl(url)).toBe('blocked')
})

test.each(MALFORMED_URLS)('the address guard reports %j as malformed', async (url) => {
  expect(await guard.checkUrl(url)).toBe('malformed')
})

test.each(PUBLIC)('the address guard accepts %s', async (url) => {
  expect(await guard.checkUrl(url)).toBe('public')
})

test('the address guard accepts a host name whose DNS servers do not answer', async () => {
  const silent = makeAddressGuard({
    clock: systemClock,
    allowPrivate: [],
    resolve: () => new Promise(() => undefined),
  })
  expect(await silent.checkUrl('https://slow.example/hook')).toBe('public')
})
