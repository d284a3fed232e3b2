import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { TypeOverrides, types, type Pool } from 'pg'
import { MIGRATIONS } from '../migrations/list.ts'
import { ENTITIES } from './entities.ts'
import { setStatementTimeout } from './kernel/database/statement-timeout.ts'
import { usePreparedStatements } from './kernel/database/prepared.ts'

export interface Database {
  /** A fresh entity manager, for one request or job run. */
  em(): EntityManager
  /** The driver's own pool, for libraries that speak to it. */
  pool(): Promise<object>
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize: number
  /** Shown in pg_stat_activity. */
  applicationName: string
  /** How long each statement may take; as long as it needs when absent. */
  statementMs?: number
}

/** int8 is read exactly, timestamptz as an instant; every other type as the driver reads it. */
const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.INT8, BigInt)

/** A connection that returns after a pause brings its statements, parsed and planned; a new one begins with none. */
const IDLE_MS_MAX = 60_000

function options({ url, poolSize, applicationName, statementMs }: DatabaseOptions) {
  return {
    clientUrl: url,
    entities: ENTITIES,
    forceUtcTimezone: true,
    pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_MS_MAX },
    driverOptions: {
      application_name: applicationName,
      pipeline: statementMs !== undefined,
      types: typeParsers,
      onPoolCreated: (pool: Pool) => {
        usePreparedStatements(pool)
        if (statementMs !== undefined) setStatementTimeout(pool, statementMs)
      },
    },
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      transactional: true,
      snapshot: false,
      tableName: 'migration',
      silent: true,
    },
  }
}

/** Connects with the application's role. */
export async function openDatabase(given: DatabaseOptions): Promise<Database> {
  const orm = await MikroORM.init(options(given))
  const bare = orm.em.fork()
  return {
    em: () => forkLater(bare),
    pool: () => orm.em.getConnection().getNativeClient(),
    close: () => orm.close(),
  }
}

/**
 * Stands for a fork of `bare`, which is made when it is first asked for more than statements: making one costs more than
 * asking the database, and most requests are statements alone.
 */
function forkLater(bare: EntityManager): EntityManager {
  let fork: EntityManager | undefined
  const before = {
    getKysely: () => bare.getKysely(),
    isInTransaction: () => false,
    fork: (...given: Parameters<EntityManager['fork']>) =>
      given.length === 0 ? forkLater(bare) : bare.fork(...given),
  }
  return new Proxy(bare, {
    get(_, name) {
      if (!fork && Object.hasOwn(before, name)) return Reflect.get(before, name)
      fork ??= bare.fork()
      const value: unknown = Reflect.get(fork, name)
      return typeof value === 'function' ? value.bind(fork) : value
    },
  })
}

/** Applies the missing migrations with the owner's role; answers their names. */
export async function migrateDatabase(ownerUrl: string): Promise<string[]> {
  const orm = await MikroORM.init(options({ url: ownerUrl, poolSize: 2, applicationName: 'migrate' }))
  try {
    const applied = await orm.migrator.up()
    return applied.map((migration) => migration.name)
  } finally {
    await orm.close()
  }
}

/** Whether every migration that this build knows has been applied. */
export async function isMigrated(em: EntityManager): Promise<boolean> {
  const rows = await em.execute<{ name: string }[]>('select name from migration')
  const applied = new Set(rows.map((row) => row.name))
  return MIGRATIONS.every((migration) => applied.has(migration.name))
}
