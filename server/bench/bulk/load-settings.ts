import { Client } from 'pg'

/** What a load may do without: it is begun anew when the machine stops in the middle of it. */
const SETTINGS = {
  synchronous_commit: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  maintenance_work_mem: '1GB',
}

/** Runs `work` while the cluster has the settings of a load: new connections have them at once. */
export async function withLoadSettings<T>(superuserUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    return await work()
  } finally {
    for (const name of Object.keys(SETTINGS)) await client.query(`alter system reset ${name}`)
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
    await client.end()
  }
}
