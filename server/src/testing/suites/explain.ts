import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Context } from '../../kernel/context.ts'
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

/** Returns a copy of the context in which each statement runs under `explain analyze` and returns no rows. */
export function explainOnly<C extends Context>(ctx: C, plans: PlanNode[]): C {
  const explained: Intercept = async (query) => {
    plans.push(...(await explain(ctx.em, query, 'analyze, buffers')))
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

/** Returns the buffer pages that a plan read: a cost that does not depend on the machine. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** Returns a copy of the context in which each statement inside a transaction is explained before it runs normally. */
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
      if (name === 'getKysely' && target.isInTransaction()) return () => explainThenRun(target, plans)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Runs each statement under `explain analyze`, rolls it back to a savepoint, then runs it normally. */
function explainThenRun(em: EntityManager, plans: PlanNode[]) {
  const statement = (text: string) => queriesOf(em).executeQuery(CompiledQuery.raw(text))
  return interceptQueries(queriesOf(em), async (query, run) => {
    await statement('savepoint explained')
    plans.push(...(await explain(em, query, 'analyze, buffers')))
    await statement('rollback to savepoint explained')
    return run()
  })
}

/** Runs a statement under `explain` with these options. Returns its plans. */
async function explain(em: EntityManager, query: CompiledQuery, options: string): Promise<PlanNode[]> {
  const { rows } = await queriesOf(em).executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (${options}, format json) ${query.sql}`, [...query.parameters]),
  )
  return rows.map((row) => row['QUERY PLAN'][0].Plan)
}

/** Returns the largest number of rows of a table that one plan node examined, including rows it filtered out. */
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
