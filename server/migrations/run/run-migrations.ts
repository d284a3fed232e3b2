import { adoptBaseline } from '../adopt-baseline.ts'
import { buildIndex, dropIndex } from './build-index.ts'
import { intoSchema } from './in-schema.ts'
import type { MigrationPlan } from './read-migrations.ts'
import { withRunner, type Runner, type RunnerOptions } from './runner.ts'
import { inTransaction } from './with-retries.ts'

const CREATE_TABLE = `
  create table if not exists migration (
    id serial primary key, name varchar(255) not null, executed_at timestamptz(6) not null default current_timestamp(6))`

/**
 * Applies the missing migrations in order, each in its own transaction, and index migrations outside a transaction.
 * Returns the names of the applied migrations. After a failure or a kill, the next call continues. If the last build
 * before the baseline migrated the database, adopts the baseline first.
 * @throws MigrationError when a migration fails, does not get its locks, or cannot run on this database.
 */
export function runMigrations(
  ownerUrl: string,
  plans: readonly MigrationPlan[],
  options: RunnerOptions = {},
): Promise<string[]> {
  return withRunner(ownerUrl, options, async (runner) => {
    const adapt = await intoSchema(runner.client)
    await runner.client.query(CREATE_TABLE)
    const done = await adoptBaseline(runner)
    const { rows } = await runner.client.query<{ name: string }>('select name from migration order by id')
    const known = new Set(plans.map(({ name }) => name))
    for (const { name } of rows.filter((row) => !known.has(row.name)))
      runner.report(`the database has the migration ${name} of a newer build; it stays`)
    for (const plan of plans.filter(({ name }) => rows.every((row) => row.name !== name))) {
      await apply(runner, { ...plan, statements: plan.statements.map(adapt) })
      done.push(plan.name)
    }
    return done
  })
}

async function apply(runner: Runner, { name, statements, indexes }: MigrationPlan): Promise<void> {
  for (const index of indexes?.build ?? []) await buildIndex(runner, name, index)
  for (const index of indexes?.drop ?? []) await dropIndex(runner, name, index)
  await inTransaction(runner, name, async (client) => {
    for (const statement of indexes ? [] : statements) await client.query(statement)
    await client.query('insert into migration (name) values ($1)', [name])
  })
}
