import { CompiledQuery } from 'kysely'
import type { Context } from '../kernel/context.ts'

/** A step of PostgreSQL's plan, with what it really did. */
export interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** The same context, in which a statement is explained (and run) instead of answering its rows. */
export function explaining<C extends Context>(ctx: C, plans: PlanNode[]): C {
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
export const stepsOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** Pages of memory that a plan touched: what it costs, whatever the machine. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
