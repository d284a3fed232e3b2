import type { Client } from 'pg'
import { MigrationError } from './migration-error.ts'

/** The schema that the texts of migrations name. */
const DEFAULT = 'public'
/** Matches `public` as the name of a schema, but not the pseudo role `public`. */
const NAMES = /\bpublic(?=\.|, pg_temp\b)/g

/**
 * Returns a function that replaces the schema `public` in a statement by the schema of the connection. The SQL
 * functions of migrations name their schema, so that they find the same tables with any `search_path` of their caller.
 * @throws MigrationError if the connection has no schema, or if the name of its schema would need quotes.
 */
export async function intoSchema(client: Client): Promise<(statement: string) => string> {
  const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema')
  const schema = rows[0]?.schema ?? ''
  if (!/^[a-z_][a-z0-9_]*$/.test(schema))
    throw new MigrationError(
      `the search_path of the owner's connection must begin with a schema whose name has only lower-case letters, digits and underscores, but the current schema is "${schema}"`,
    )
  return schema === DEFAULT ? (statement) => statement : (statement) => statement.replaceAll(NAMES, schema)
}
