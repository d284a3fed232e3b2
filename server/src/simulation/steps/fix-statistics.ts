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
 * Brings the statistics of the tables into the same state for every world, and turns autovacuum off. Autovacuum runs by
 * real time. Its statistics change plans, and so the order of rows that a statement does not sort completely.
 */
export async function fixStatistics(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(OFF)
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}
