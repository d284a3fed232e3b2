import type { EntityManager, ForkOptions } from '@mikro-orm/postgresql'
import type { Context } from '../../kernel/context.ts'
import { Merchant } from '../../merchants/merchant.entity.ts'
import { interceptQueries, queriesOf, type Intercept } from './intercept-queries.ts'

/** The number of SQL statements that a context has sent to the database. */
export interface Counter {
  statements: number
  /** The number of these SQL statements that load merchants by id. */
  merchantLoads?: number
}

/**
 * Methods of the entity manager that each send one SQL statement. SQL statements of the query builder are counted
 * separately.
 */
const STATEMENTS = new Set<string | symbol>(['find', 'findOne', 'count'])

/** Returns a copy of the context that counts its SQL statements outside transactions in `counter`. */
export function countStatements<C extends Context>(ctx: C, counter: Counter): C {
  const counted: Intercept = (_, run) => {
    counter.statements += 1
    return run()
  }
  const counting = (em: EntityManager): EntityManager =>
    new Proxy(em, {
      get(target, name) {
        if (name === 'fork') return (options?: ForkOptions) => counting(target.fork(options))
        if (name === 'getKysely') return () => interceptQueries(queriesOf(target), counted)
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (!STATEMENTS.has(name)) return value.bind(target)
        return (entity: unknown, ...given: unknown[]): unknown => {
          counter.statements += 1
          if (entity === Merchant) counter.merchantLoads = (counter.merchantLoads ?? 0) + 1
          return Reflect.apply(value, target, [entity, ...given])
        }
      },
    })
  return { ...ctx, em: counting(ctx.em) }
}

/**
 * Runs `work` twice. Returns the counts and the answer of the run with fewer SQL statements. So the result excludes the
 * SQL statement that a request sends only once a minute: the update of its session's last-seen time.
 */
export async function fewestStatements<T>(
  counter: Counter,
  work: () => Promise<T>,
): Promise<Required<Counter> & { answer: T }> {
  const once = async (): Promise<Required<Counter> & { answer: T }> => {
    Object.assign(counter, { statements: 0, merchantLoads: 0 })
    const answer = await work()
    return { statements: counter.statements, merchantLoads: counter.merchantLoads ?? 0, answer }
  }
  const [one, other] = [await once(), await once()]
  return one.statements <= other.statements ? one : other
}
