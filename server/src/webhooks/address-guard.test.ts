import { expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
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
    if (!addresses) throw new Error('no such name')
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
})

const BLOCKED = [
  // IPv4, plain
  'https://127.0.0.1/hook',
  'https://127.0.0.1:8444/hook',
  'https://127.255.255.254/hook',
  'https://0.0.0.0/hook',
  'https://0.1.2.3/hook',
  'https://10.0.0.1/hook',
  'https://10.255.255.255/hook',
  'https://100.64.0.1/hook',
  'https://100.127.255.255/hook',
  'https://169.254.0.1/hook',
  'https://169.254.169.254/latest/meta-data/',
  'https://169.254.170.2/v2/credentials',
  'https://168.63.129.16/machine',
  'https://172.16.0.1/hook',
  'https://172.31.255.255/hook',
  'https://192.0.0.1/hook',
  'https://192.0.0.192/hook',
  'https://192.0.2.1/hook',
  'https://192.31.196.1/hook',
  'https://192.52.193.1/hook',
  'https://192.88.99.1/hook',
  'https://192.168.0.1/hook',
  'https://192.175.48.1/hook',
  'https://198.18.0.1/hook',
  'https://198.19.255.255/hook',
  'https://198.51.100.7/hook',
  'https://203.0.113.7/hook',
  'https://224.0.0.1/hook',
  'https://239.255.255.250/hook',
  'https://240.0.0.1/hook',
  'https://255.255.255.255/hook',
  // IPv4, in disguise
  'https://2130706433/hook',
  'https://017700000001/hook',
  'https://0x7f000001/hook',
  'https://0x7f.1/hook',
  'https://0177.0.0.1/hook',
  'https://127.1/hook',
  'https://127.0.1/hook',
  'https://10.1/hook/',
  'https://0/hook/of/ours',
  'https://2852039166/latest',
  'https://0xA9FEA9FE/latest',
  'https://①②⑦.⓪.⓪.①/hook',
  'https://１２７.０.０.１/hook',
  'https://127。0。0。1/hook',
  'https://%31%32%37.0.0.1/hook',
  'https://127.0.0.1:443/hook',
  // IPv6
  'https://[::]/hook',
  'https://[::1]/hook',
  'https://[0:0:0:0:0:0:0:1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[::ffff:a9fe:a9fe]/hook',
  'https://[::127.0.0.1]/hook',
  'https://[::ffff:0:7f00:1]/hook',
  'https://[64:ff9b::7f00:1]/hook',
  'https://[64:ff9b:1::1]/hook',
  'https://[100::1]/hook',
  'https://[100:0:0:1::1]/hook',
  'https://[2001::1]/hook',
  'https://[2001:2::1]/hook',
  'https://[2001:10::1]/hook',
  'https://[2001:20::1]/hook',
  'https://[2001:db8::1]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://[2002:a9fe:a9fe::]/hook',
  'https://[2620:4f:8000::1]/hook',
  'https://[3fff::1]/hook',
  'https://[4000::1]/hook',
  'https://[5f00::1]/hook',
  'https://[fc00::1]/hook',
  'https://[fd00:ec2::254]/latest',
  'https://[fe80::1]/hook',
  'https://[fec0::1]/hook',
  'https://[ff02::1]/hook',
  // names
  'https://localhost/hook',
  'https://LOCALHOST/hook',
  'https://localhost:8443/hook',
  'https://api.localhost/hook',
  'https://intranet/hook',
  'https://metadata/computeMetadata/v1/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://ip-10-0-0-1.ec2.internal/hook',
  'https://printer.local/hook',
  'https://api.default.svc.cluster.local/hook',
  'https://router.lan/hook',
  'https://nas.home.arpa/hook',
  'https://nas.home/hook',
  'https://db.corp/hook',
  'https://wiki.intranet/hook',
  'https://host.localdomain/hook',
  'https://expyuzz4wqqyqhjn.onion/hook',
  'https://1.0.0.127.in-addr.arpa/hook',
  // what they resolve to
  'https://private.example/hook',
  'https://loopback.example/hook',
  'https://metadata.example/hook',
  'https://mapped.example/hook',
  'https://nat64.example/hook',
  'https://mixed.example/hook',
  'https://mixed6.example/hook',
  'https://127.0.0.1.nip.example/hook',
]

const MALFORMED = [
  'http://public.example/hook',
  'HTTP://public.example/hook',
  'ftp://public.example/hook',
  'file:///etc/passwd',
  'gopher://public.example/',
  'javascript:alert(1)',
  'data:text/plain,hello',
  '//public.example/hook',
  'public.example/hook',
  'https:public.example/hook',
  'https:/public.example/hook',
  'https:///public.example/hook',
  String.raw`https:\\public.example\hook`,
  String.raw`https://public.example\@127.0.0.1/`,
  'https://user@public.example/hook',
  'https://user:pass@public.example/hook',
  'https://@public.example/hook',
  'https://public.example@127.0.0.1/hook',
  'https://public.example/hook#part',
  'https://public.example/hook#',
  'https://public.example./hook',
  'https://public.example.:443/hook',
  'https://localhost./hook',
  'https://127.0.0.1./hook',
  'https://public.example。/hook',
  'https://public..example/hook',
  'https://.public.example/hook',
  'https://public.example:0/hook',
  'https://public.example:65536/hook',
  'https://public.example:x/hook',
  'https://[::1/hook',
  'https://[fe80::1%25eth0]/hook',
  'https://1.2.3.4.5/hook',
  'https://256.1.1.1/hook',
  'https://public.example/ho ok',
  ' https://public.example/hook',
  'https://public.example/hook ',
  'https://pub\tlic.example/hook',
  'https://public.example/ho\nok',
  'https://public.example/\u0000',
  'https://pub lic.example/hook',
  'https://pub%20lic.example/hook',
  'https://public.example%00.evil/hook',
  'https://exa<mple.example/hook',
  'https://',
  '',
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

test.each(BLOCKED)('%s is not public', async (url) => {
  expect(await guard.judge(url)).toBe('blocked')
})

test.each(MALFORMED)('%j is not an address to register', async (url) => {
  expect(await guard.judge(url)).toBe('malformed')
})

test.each(PUBLIC)('%s may be registered', async (url) => {
  expect(await guard.judge(url)).toBe('public')
})

test('a name whose servers do not answer is left to the first connect', async () => {
  const silent = makeAddressGuard({
    clock: systemClock,
    allowPrivate: [],
    resolve: () => new Promise(() => undefined),
  })
  expect(await silent.judge('https://slow.example/hook')).toBe('public')
})
