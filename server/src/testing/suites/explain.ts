import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** A step of PostgreSQL's plan, with what it really did. */
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

/** The same context, in which a statement is explained (and run) instead of answering its rows. */
export function explainOnly<C extends Context>(ctx: C, plans: PlanNode[]): C {
  const em = new Proxy(ctx.em, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'getKysely') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        async executeQuery(query: CompiledQuery) {
          const explained = await target
            .getKysely<object>()
            .executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
              CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [
                ...query.parameters,
              ]),
            )
          for (const row of explained.rows) plans.push(row['QUERY PLAN'][0].Plan)
          return { rows: [] }
        },
      })
    },
  })
  return { ...ctx, em }
}

/** Every step of a plan. */
export const planNodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(planNodesOf)]

/** Pages of memory that a plan touched: what it costs, whatever the machine. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** The same context, in which each statement of a transaction is explained before it is run, and nothing else changes. */
export const capturePlans = <C extends Context>(ctx: C, plans: PlanNode[]): C => ({
  ...ctx,
  em: watched(ctx.em, plans),
})

function watched(em: EntityManager, plans: PlanNode[]): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      if (name === 'fork') return () => watched(target.fork(), plans)
      if (name === 'transactional') {
        return <T>(work: (inner: EntityManager) => Promise<T>) =>
          target.transactional((inner) => work(watched(inner, plans)))
      }
      if (name === 'getKysely' && target.isInTransaction()) return () => explainingFirst(target, plans)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What a statement did while it was explained is undone, then it is run as if it had not been. */
function explainingFirst(em: EntityManager, plans: PlanNode[]) {
  const run = <Row>(query: CompiledQuery) => em.getKysely<object>().executeQuery<Row>(query)
  return {
    async executeQuery(query: CompiledQuery) {
      await run(CompiledQuery.raw('savepoint explained'))
      const { rows } = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
      )
      await run(CompiledQuery.raw('rollback to savepoint explained'))
      for (const row of rows) plans.push(row['QUERY PLAN'][0].Plan)
      return run(query)
    },
  }
}

/** Rows of a table that the plans looked at, by whatever way, kept or not: the most of any step. */
export function rowsRead(plans: readonly PlanNode[], table: string): number {
  const steps = plans.flatMap(planNodesOf).filter((step) => step['Node Type'] !== 'ModifyTable')
  const ours = steps.filter(
    (step) => step['Relation Name'] === table || step['Index Name']?.startsWith(table),
  )
  return Math.max(0, ...ours.map(looked))
}

const looked = (step: PlanNode): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0))
