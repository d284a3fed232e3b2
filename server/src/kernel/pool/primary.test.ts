import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../database.ts'
import { eventually } from '../../testing/eventually.ts'
import { DatabaseProxy } from '../../testing/fakes/database-proxy.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { PATIENT_MS } from '../../testing/test-clock.ts'
import { isTransient } from '../jobs/transient-error.ts'
import { newClient } from './primary.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const hostOf = (url: string): string => new URL(url).host

/** Returns the URL of the test database with these hosts. */
const withHosts = (...hosts: string[]): string =>
  database.url.replace(hostOf(database.url), hosts.join(',')) + '?target_session_attrs=read-write'

const open = (url: string): Database =>
  openDatabase({ url, poolSize: 2, applicationName: 'test', connectMs: PATIENT_MS })
const readOne = (opened: Database) => opened.em().execute('select 1 as one')

test.each([0, 1])('with two hosts, the pool continues after host %i has failed', async (failing) => {
  const proxies = [await DatabaseProxy.start(database.url), await DatabaseProxy.start(database.url)]
  const opened = open(withHosts(...proxies.map((proxy) => hostOf(proxy.through(database.url)))))
  expect(await readOne(opened)).toEqual([{ one: 1 }])
  await proxies[failing]?.stop()
  expect(await eventually(() => readOne(opened))).toEqual([{ one: 1 }])
  await opened.close()
  await proxies[1 - failing]?.stop()
})

test('a single connection skips a host that refuses connections', async () => {
  const proxy = await DatabaseProxy.start(database.url)
  const refusing = hostOf(proxy.through(database.url))
  await proxy.stop()
  const client = newClient(withHosts(refusing, hostOf(database.url)), { application_name: 'test' })
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
})

test('while no host accepts writes, an SQL statement fails with a transient error', async () => {
  const superuser = new Client({ connectionString: database.superuserUrl })
  await superuser.connect()
  const name = new URL(database.url).pathname.slice(1)
  const host = hostOf(database.url)
  const opened = open(withHosts(host, host))
  await superuser.query(`alter database "${name}" set default_transaction_read_only = on`)
  const error = await readOne(opened).catch((failure: unknown) => failure)
  expect(isTransient(error)).toBe(true)
  expect(String(error)).toContain('no host of the database accepts writes')
  await superuser.query(`alter database "${name}" reset default_transaction_read_only`)
  await superuser.end()
  expect(await eventually(() => readOne(opened))).toEqual([{ one: 1 }])
  await opened.close()
})

test('a refused password is not a transient error', async () => {
  const host = hostOf(database.url)
  const url = Object.assign(new URL(database.url), { password: 'wrong' }).href.replace(
    host,
    `${host},${host}`,
  )
  const opened = open(url)
  const error = await readOne(opened).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: '28P01' })
  expect(isTransient(error)).toBe(false)
  await opened.close()
})
