import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'

/** The database roles of the service and of the console. The console role is a member of the service role. */
export const APPLICATION_ROLE = 'pix_app'
export const CONSOLE_ROLE = 'pix_console'

/** The limits that PostgreSQL applies to every session of a role. */
const LIMITS = {
  [APPLICATION_ROLE]: {
    statement_timeout: '30s',
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '60s',
  },
  [CONSOLE_ROLE]: {
    statement_timeout: '5s',
    lock_timeout: '2s',
    idle_in_transaction_session_timeout: '30s',
  },
}

/** Values that earlier builds set. These values count as missing limits, because no administrator chose them. */
const FORMER: Record<string, readonly string[]> = { [APPLICATION_ROLE]: ['lock_timeout=10s'] }

const LIMIT_NAMES = Object.keys(LIMITS[APPLICATION_ROLE])

/** The SQL statements that set the limits, each with the role and the name of the limit. */
const STATEMENTS = Object.entries(LIMITS).flatMap(([role, limits]) =>
  Object.entries(limits).map(([name, value]) => ({
    role,
    name,
    text: `ALTER ROLE ${role} SET ${name} = '${value}';`,
  })),
)

/**
 * The SQL statements that set the limits of roles that already exist. Only a superuser, or a role with ADMIN OPTION on
 * both roles, may run these statements.
 */
export const LIMIT_STATEMENTS: readonly string[] = STATEMENTS.map(({ text }) => text)

/** The SQL statement that creates the role of the console, without a password. */
const CREATE_CONSOLE_ROLE = `CREATE ROLE ${CONSOLE_ROLE} LOGIN IN ROLE ${APPLICATION_ROLE};`

type Catalog = { pg_roles: { rolname: string; rolconfig: string[] | null } }

/**
 * Checks that both roles exist and have every limit. Returns the SQL statements that an administrator must run; empty
 * when nothing is missing. A limit may differ from its value in `LIMITS`, but zero and the values in `FORMER` count as
 * missing.
 */
export async function findMissingLimits(em: EntityManager): Promise<string[]> {
  const roles = await em
    .getKysely<Catalog>()
    .selectFrom('pg_roles')
    .select(['rolname as role', 'rolconfig as settings'])
    .where('rolname', 'in', [APPLICATION_ROLE, CONSOLE_ROLE])
    .execute()
  const settings = new Map(
    roles.map((of) => [of.role, (of.settings ?? []).filter((one) => isSet(of.role, one)).map(nameOf)]),
  )
  const missing = STATEMENTS.filter(({ role, name }) => !settings.get(role)?.includes(name))
  const create = settings.has(CONSOLE_ROLE) ? [] : [CREATE_CONSOLE_ROLE]
  return [...create, ...missing.map(({ text }) => text)]
}

/** Returns the name in a setting such as `lock_timeout=10s`. */
const nameOf = (setting: string): string => setting.slice(0, setting.indexOf('='))

const isSet = (role: string, setting: string): boolean => isOn(setting) && !FORMER[role]?.includes(setting)

/** Returns whether the value in a setting such as `lock_timeout=10s` is not zero. Zero means no limit. */
const isOn = (setting: string): boolean => Number.parseFloat(setting.slice(setting.indexOf('=') + 1)) > 0

/** Returns the connection's role and the names of the limits that the role lacks. */
export async function findUnlimited(em: EntityManager): Promise<{ role: string; missing: string[] }> {
  const rows = await em
    .getKysely<object>()
    .selectFrom(sql<{ name: string }>`unnest(${LIMIT_NAMES}::text[])`.as<'limits'>(sql`limits (name)`))
    .select(({ fn }) => [
      'name',
      sql<string>`current_user`.as('role'),
      fn<string>('current_setting', ['name']).as('value'),
    ])
    .execute()
  return {
    role: rows[0]?.role ?? '',
    missing: rows.filter(({ value }) => value === '0').map(({ name }) => name),
  }
}
