import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Context, Tx } from '../../kernel/context.ts'
import { isPrepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import { interceptQueries, queriesOf, type Intercept } from './intercept-queries.ts'

/** A node of a PostgreSQL query plan, with its actual row counts. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/**
 * Returns a copy of the context that explains each SQL statement and adds its plan to `plans`. The SQL statements
 * change nothing and return no rows. A prepared statement adds two plans, as described at `explain`.
 */
export function explainOnly<C extends Context>(ctx: C, plans: PlanNode[]): C {
  const explained: Intercept = async (query) => {
    plans.push(...(await explain(ctx.em, query)))
    return { rows: [] }
  }
  const em = new Proxy(ctx.em, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'getKysely') return typeof value === 'function' ? value.bind(target) : value
      return () => interceptQueries(queriesOf(target), explained)
    },
  })
  return { ...ctx, em }
}

/** Returns all nodes of a plan. */
export const planNodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(planNodesOf)]

/** Returns the number of buffer pages that a plan read. The number does not depend on the machine. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/**
 * Returns a copy of the context that adds the plan of each SQL statement to `plans`, then runs the SQL statement as
 * usual.
 */
export const capturePlans = <C extends Context>(ctx: C, plans: PlanNode[]): C => ({
  ...ctx,
  em: withCapture(ctx.em, plans),
})

function withCapture(em: EntityManager, plans: PlanNode[]): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      if (name === 'fork')
        return (...given: Parameters<EntityManager['fork']>) => withCapture(target.fork(...given), plans)
      if (name === 'transactional') {
        return <T>(work: (inner: EntityManager) => Promise<T>) =>
          target.transactional((inner) => work(withCapture(inner, plans)))
      }
      if (name === 'getKysely') return () => explainThenRun(target, plans)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Returns a query builder that adds the plan of each SQL statement to `plans`, then runs the SQL statement as usual.
 */
const explainThenRun = (em: EntityManager, plans: PlanNode[]) =>
  interceptQueries(queriesOf(em), async (query, run) => {
    plans.push(...(await explain(em, query)))
    return run()
  })

/**
 * Runs an SQL statement under `explain analyze` and rolls it back. Returns the plan for the actual parameters. For a
 * prepared statement, also returns the generic plan, because PostgreSQL may use either plan.
 */
async function explain(em: EntityManager, query: CompiledQuery): Promise<PlanNode[]> {
  if (!em.isInTransaction()) return em.fork().transactional((inner) => explain(inner, query))
  const plans = await rolledBack(em, () => plansOf(em, query.sql, query.parameters))
  if (isPrepared(query.sql)) plans.push(...(await rolledBack(em, () => genericPlansOf(em, query))))
  return plans
}

/** Runs `work` and rolls back its changes. */
async function rolledBack<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  await execute(em, 'savepoint explained')
  const result = await work()
  await execute(em, 'rollback to savepoint explained')
  return result
}

/** Runs an SQL statement with its generic plan under `explain analyze`. Returns the plans. */
async function genericPlansOf(em: EntityManager, query: CompiledQuery): Promise<PlanNode[]> {
  await execute(em, 'set local plan_cache_mode = force_generic_plan')
  await execute(em, `prepare explained as ${query.sql}`)
  const plans = await plansOf(em, `execute explained ${await literalsOf(em, query.parameters)}`)
  await execute(em, 'deallocate explained')
  return plans
}

/**
 * Returns the parameters as a list of literals in parentheses, because the SQL command `execute` accepts no bind
 * parameters.
 */
async function literalsOf(em: EntityManager, parameters: readonly unknown[]): Promise<string> {
  if (parameters.length === 0) return ''
  const quoted = parameters.map((_, n) => `quote_nullable($${n + 1}::text)`)
  const [row] = await execute<{ literals: string }>(
    em,
    `select concat_ws(', ', ${quoted.join(', ')}) as literals`,
    parameters,
  )
  return `(${row?.literals ?? ''})`
}

/** Runs an SQL statement under `explain analyze`. Returns the plans. */
async function plansOf(
  em: EntityManager,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<PlanNode[]> {
  const explained = `explain (analyze, buffers, format json) ${text}`
  const rows = await execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(em, explained, parameters)
  return rows.map((row) => row['QUERY PLAN'][0].Plan)
}

async function execute<R>(
  em: EntityManager,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<R[]> {
  const { rows } = await queriesOf(em).executeQuery<R>(CompiledQuery.raw(text, [...parameters]))
  return rows
}

/**
 * Returns the largest number of rows of a table that a single plan node examined, including the rows that it filtered
 * out.
 */
export function rowsRead(plans: readonly PlanNode[], table: string): number {
  const steps = plans.flatMap(planNodesOf).filter((step) => step['Node Type'] !== 'ModifyTable')
  const ofTable = steps.filter(
    (step) => step['Relation Name'] === table || step['Index Name']?.startsWith(table),
  )
  return Math.max(0, ...ofTable.map(rowsExamined))
}

const rowsExamined = (step: PlanNode): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0))

/**
 * Returns how many table rows and index entries of the tables `pattern` (for `like`) this transaction has read, also
 * inside database functions, whose plans `explain` does not show.
 */
export async function rowsFetched(tx: Tx, pattern: string): Promise<number> {
  const [counted] = await sql<{ read: bigint }>(
    tx,
    `select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::bigint as read
     from pg_class where relname like $1`,
    [pattern],
  )
  return Number(counted?.read)
}
