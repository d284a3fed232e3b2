import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALLBACK_TLS_VARIABLES, toCallbackTlsConfig } from './callback-tls-config.ts'

const Variables = z.object(CALLBACK_TLS_VARIABLES)
const HEADER = { PIX_CALLBACK_TLS_CA_FILE: 'ca.pem', PIX_CALLBACK_CERT_HEADER: 'X-Client-Cert' }

const proxiesOf = (networks: string | undefined, trusted = 1) =>
  toCallbackTlsConfig({
    ...Variables.parse({ ...HEADER, PIX_CALLBACK_CERT_PROXIES: networks }),
    TRUSTED_PROXIES: trusted,
  })?.header?.proxies

test('PIX_CALLBACK_CERT_PROXIES accepts addresses and networks of both IP versions', () => {
  const proxies = proxiesOf('10.1.0.0/16, 192.0.2.7,2001:db8::/32')
  expect(proxies?.check('10.1.255.1', 'ipv4')).toBe(true)
  expect(proxies?.check('::ffff:192.0.2.7', 'ipv6')).toBe(true)
  expect(proxies?.check('2001:db8::1', 'ipv6')).toBe(true)
  expect(proxies?.check('10.2.0.1', 'ipv4')).toBe(false)
  expect(proxies?.check('192.0.2.8', 'ipv4')).toBe(false)
  expect(proxies?.check('2001:db9::1', 'ipv6')).toBe(false)
})

test.each(['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1/', '10.0.0.0/8/8'])(
  'PIX_CALLBACK_CERT_PROXIES may not be %j',
  (networks) => {
    expect(() => proxiesOf(networks)).toThrow('PIX_CALLBACK_CERT_PROXIES')
  },
)

test('PIX_CALLBACK_CERT_HEADER needs TRUSTED_PROXIES and PIX_CALLBACK_CERT_PROXIES', () => {
  const message = 'PIX_CALLBACK_CERT_HEADER needs TRUSTED_PROXIES'
  expect(() => proxiesOf(undefined)).toThrow(message)
  expect(() => proxiesOf('10.0.0.1', 0)).toThrow(message)
})
