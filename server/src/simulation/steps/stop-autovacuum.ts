import { Client } from 'pg'

const OFF = `
  do $$
  declare
    t regclass;
  begin
    for t in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', t);
    end loop;
  end
  $$`

/**
 * Turns autovacuum off for the tables of a database. It runs by real time. It changes plans and the places of rows, so it
 * could change the order of rows that a statement does not sort.
 */
export async function stopAutovacuum(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(OFF)
  } finally {
    await owner.end()
  }
}
