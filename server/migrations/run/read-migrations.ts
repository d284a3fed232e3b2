import { MikroORM } from '@mikro-orm/postgresql'
import { IndexMigration, type NewIndex } from '../index-migration.ts'
import { MIGRATIONS } from '../list.ts'

/** A migration as the runner executes it. */
export interface MigrationPlan {
  name: string
  /** The statements. The statements run in one transaction, except those of an index migration. */
  statements: readonly string[]
  /** The steps of an index migration, which run outside a transaction. */
  indexes?: { build: readonly NewIndex[]; drop: readonly string[] }
}

/** Returns the plans of migrations in order, by default of all migrations. Does not connect to a database. */
export async function readMigrations(migrations = MIGRATIONS): Promise<MigrationPlan[]> {
  const orm = await MikroORM.init({
    dbName: 'none',
    entities: [],
    discovery: { warnWhenNoEntities: false },
  })
  const plans: MigrationPlan[] = []
  for (const { name, class: MigrationClass } of migrations) {
    const migration = new MigrationClass(orm.em.getDriver(), orm.config)
    await migration.up()
    const statements = migration.getQueries().map((query) => {
      if (typeof query === 'string') return query
      throw new Error(`BUG: ${name} adds a statement that is not a string`)
    })
    const indexes =
      migration instanceof IndexMigration ? { build: migration.build, drop: migration.drop } : undefined
    plans.push({ name, statements, ...(indexes ? { indexes } : {}) })
  }
  return plans
}
