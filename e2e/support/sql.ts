import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import { workerDataDir } from './stack.ts'

const Settings = z.object({ DATABASE_URL: z.string() })

/**
 * Runs a query on the database of this worker's stack with the application's database role. Returns every value as
 * text.
 */
export async function querySql(
  text: string,
  values: readonly unknown[],
): Promise<Record<string, string | null>[]> {
  const file = readFileSync(join(workerDataDir(), 'settings.json'), 'utf8')
  const client = new Client({
    connectionString: Settings.parse(JSON.parse(file)).DATABASE_URL,
    types: { getTypeParser: () => String },
  })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string | null>>(text, [...values])
    return rows
  } finally {
    await client.end()
  }
}
