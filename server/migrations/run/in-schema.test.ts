import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '../../src/database.ts'
import { createEmptyDatabase } from '../../src/testing/test-database.ts'

const within = (url: string, schema: string): string => {
  const changed = new URL(url)
  changed.searchParams.set('options', `-c search_path=${schema}`)
  return changed.href
}

test('all tables and functions are in the schema of the connection, and no function names the schema public', async () => {
  const created = await createEmptyDatabase()
  const owner = new Client({ connectionString: created.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await created.drop()
  })
  await owner.query('create schema cell_a')
  await migrateDatabase(within(created.ownerUrl, 'cell_a'))

  const { rows: elsewhere } = await owner.query(
    `select oid::regclass from pg_class where relnamespace = 'public'::regnamespace`,
  )
  expect(elsewhere).toEqual([])
  const { rows: functions } = await owner.query<{ name: string; text: string }>(
    `select proname as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'cell_a'::regnamespace`,
  )
  expect(functions.length).toBeGreaterThan(8)
  expect(functions.filter(({ text }) => /\bpublic\b/.test(text))).toEqual([])
  // Call functions that read and write tables: they must find the tables of the schema `cell_a`.
  await owner.query('set search_path = pg_catalog')
  await owner.query('select cell_a.maintain_webhook_partitions(now())')
  await owner.query('select cell_a.maintain_request_log_partitions(now())')
})

test('migrations refuse a schema whose name needs quotes', async () => {
  const created = await createEmptyDatabase()
  onTestFinished(() => created.drop())
  await expect(migrateDatabase(within(created.ownerUrl, '"Cell-A"'))).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringContaining('must begin with a schema'),
  })
})
