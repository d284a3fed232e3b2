import type { Context } from '../../kernel/context.ts'

/** How often a context went to its database. */
export interface Counter {
  statements: number
}

/** The members of an entity manager that lead to one statement each. */
const STATEMENTS = new Set<string | symbol>(['find', 'findOne', 'count', 'getKysely'])

/** The same context, counted: its statements outside transactions are added to `counter`. */
export function countStatements<C extends Context>(ctx: C, counter: Counter): C {
  const em = new Proxy(ctx.em, {
    get(target, name) {
      if (STATEMENTS.has(name)) counter.statements += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...ctx, em }
}

/**
 * What some work answers and costs: the fewestStatements of two times, for once a minute whatever is asked then also writes down
 * that its session was seen.
 */
export async function fewestStatements<T>(
  counter: Counter,
  work: () => Promise<T>,
): Promise<{ statements: number; answer: T }> {
  const once = async (): Promise<{ statements: number; answer: T }> => {
    counter.statements = 0
    const answer = await work()
    return { statements: counter.statements, answer }
  }
  const [one, other] = [await once(), await once()]
  return one.statements <= other.statements ? one : other
}
