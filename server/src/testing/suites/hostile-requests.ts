import * as fc from 'fast-check'
import { ROUTES } from '../../routes.ts'
import { aChargeBody } from '../fixtures/charges.ts'

/** A malformed or malicious request. The body is bytes, so it need not be valid UTF-8. */
export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '💥'.repeat(60),
  "' OR 1=1 --",
  "'; drop table charge; --",
  '") or ("a"="a',
  '$1',
  '%',
  '_%\\',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '=cmd()',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9'.repeat(400),
  '0x10',
  '٣',
  'evt_' + 'x'.repeat(60),
  '0190c5a0-0000-7000-8000-000000000000',
  '2026-02-31T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
]

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/** A segment of a URL path: encoded, partly encoded or not decodable. */
const segment = fc.oneof(
  nasty.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%c0%af',
    '%ff%fe',
    '%ed%a0%80',
    '..',
    '.',
    ';',
    '%2f',
    '%2e%2e%2f',
    '*',
  ),
  fc.constant('0190c5a0-0000-7000-8000-000000000000'),
)

const target = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ROUTES), segment)
    .map(([route, id]) => route.path.replaceAll(/:\w+/g, () => id)),
  fc.array(segment, { maxLength: 6 }).map((parts) => `/v1/${parts.join('/')}`),
  fc.constantFrom(
    '//',
    '/v1',
    '/v1/',
    '/v1//pix/charges',
    '/V1/pix/charges',
    '/v1/pix/charges/',
    '/%ff',
    '/v1/%',
  ),
)

const PARAMETERS = [
  'status',
  'order_reference',
  'created_from',
  'created_to',
  'q',
  'limit',
  'cursor',
  'from',
  'to',
  'type',
  'charge_id',
  'delivered',
  'endpoint_id',
  'event_id',
  '__proto__',
  'constructor',
]
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), segment), segment), { maxLength: 4 })
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  )

const FIELDS = Object.keys(aChargeBody()).concat(
  ['currency', 'description', 'expires_in_seconds', 'metadata', 'reason', 'url', 'event_types', 'enabled'],
  ['grace_seconds', 'filter', '__proto__', 'constructor'],
)
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.double().map(String), fc.constant(null))

const members = fc
  .dictionary(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: nasty }),
    value,
  )
  .map((changes) => JSON.stringify({ ...aChargeBody(), ...changes }))

const depth = 32 * 1024
const text = fc.oneof(
  { weight: 8, arbitrary: members },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 5 }).map((json) => JSON.stringify(json)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"amount_cents":1e400,"order_reference":"x"}',
      `{"amount_cents":${'9'.repeat(5_000)},"order_reference":"x"}`,
      '{"amount_cents":1,"amount_cents":-1,"order_reference":"a","order_reference":"a"}',
      '{"__proto__":{"amount_cents":1},"constructor":{"prototype":{}}}',
      '{"metadata":{"__proto__":"x"}}',
      '{"order_reference":"\\ud800","amount_cents":1}',
      '[',
      '{"a":',
      'null',
      'true',
      '""',
      '[]',
      '{}',
      '\ufeff{}',
      '/* */{}',
      "{'a':1}",
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a":').map((open) => open.repeat(depth / open.length)) },
  { weight: 1, arbitrary: fc.constant('['.repeat(depth) + ']'.repeat(depth)) },
)
const body = fc.oneof(
  { weight: 6, arbitrary: text.map((json) => Buffer.from(json)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 2, arbitrary: fc.constant(undefined) },
)

const header = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 220,
  })
  .map((raw) => raw.replaceAll(/[\x7f]/g, ''))
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/x+json', ';', 'json'),
      header,
    ),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br', ''),
    'idempotency-key': fc.oneof(fc.uuid(), header),
    accept: fc.constantFrom('text/csv', '*/*', 'text/csv;q=0', 'x', 'application/json, text/csv;q=0.5'),
    'x-correlation-id': header,
    'x-http-method-override': fc.constant('DELETE'),
    expect: fc.constant('100-continue'),
    'transfer-encoding': fc.constant('chunked'),
  },
  { requiredKeys: [] },
)

/** Requests to every route and to unknown paths: wrong types, sizes, encodings, SQL, prototypes, lone surrogates. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.record({
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE') },
    fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'QUERY'),
  ),
  path: fc.tuple(target, query).map(([path, search]) => path + search),
  headers,
  body,
})
