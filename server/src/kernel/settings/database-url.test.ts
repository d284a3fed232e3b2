import { expect, test } from 'vitest'
import { databaseUrl, hostUrls } from './database-url.ts'

test('a URL with several hosts has one URL for each host, with the same role, database and parameters', () => {
  expect(hostUrls('postgresql://pix_app:a%40b@db1:5433,db2/pix?sslmode=verify-full')).toEqual([
    'postgresql://pix_app:a%40b@db1:5433/pix?sslmode=verify-full',
    'postgresql://pix_app:a%40b@db2/pix?sslmode=verify-full',
  ])
})

test.each([
  'postgresql://pix_app:x@db1/pix',
  'postgres://pix_app:a,b@db1:5432/pix',
  'postgresql:///pix?host=/run/postgresql',
  'postgresql://pix_app:x@db1/pix?target_session_attrs=any',
])('the database URL %s is accepted and has one host', (url) => {
  expect(databaseUrl.parse(url)).toBe(url)
  expect(hostUrls(url)).toEqual([url])
})

test.each([
  ['postgresql://a:b@db1,db2/pix', undefined],
  ['postgresql://a:b@db1,db2/pix?target_session_attrs=read-write', undefined],
  [
    'postgresql://a:b@db1,db2/pix?target_session_attrs=any',
    'with several hosts, target_session_attrs must be read-write, because the service writes',
  ],
  ['postgresql://a:b@db1,/pix', 'Invalid URL'],
  ['postgresql://a:b@db1:x,db2/pix', 'Invalid URL'],
  ['mysql://a:b@db1,db2/pix', 'Invalid URL'],
])('the check of DATABASE_URL=%s returns the fault %s (undefined means accepted)', (url, fault) => {
  expect(databaseUrl.safeParse(url).error?.issues.map(({ message }) => message)).toEqual(fault && [fault])
})
