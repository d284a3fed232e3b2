import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

test('logical replication can identify the rows of every table, so a cell can be moved while it serves requests', async () => {
  const client = new Client({ connectionString: inject('postgres').ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relreplident <> 'f'
       and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  )
  expect(rows).toEqual([])
})
