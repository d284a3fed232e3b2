import { expect, test } from 'vitest'
import { clientOf, networkOf } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24', '203.0.113.7/32'],
  ['::ffff:203.0.113.7', '203.0.113.0/24', '203.0.113.7/32'],
  ['::ffff:cb00:7107', '203.0.113.0/24', '203.0.113.7/32'],
  ['64:ff9b::203.0.113.7', '203.0.113.0/24', '203.0.113.7/32'],
  ['203.0.113.7:51034', '203.0.113.0/24', '203.0.113.7/32'],
  ['2001:db8:1:2ff:a::1', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64'],
  ['[2001:db8:1:2ff:a::1]:443', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64'],
  ['fe80::1%eth0', 'fe80::/56', 'fe80::/64'],
  ['::1', '::/56', '::/64'],
])('the address %s has the network %s and the client %s', (ip, network, client) => {
  expect([networkOf(ip), clientOf(ip)]).toEqual([network, client])
})

test.each([
  null,
  '',
  'unknown',
  '_hidden',
  '1',
  '0x7f.1',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.7, 198.51.100.1',
  '[::1',
])('«%s» is not an IP address', (ip) => {
  expect([networkOf(ip), clientOf(ip)]).toEqual([null, null])
})
