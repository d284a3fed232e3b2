import type { EntityManager } from '@mikro-orm/postgresql'
import type { ServiceContext } from '../kit.ts'
import type { PixProvider } from '../pix/provider.ts'
import { interceptQueries, queriesOf, type Intercept } from '../testing/suites/intercept-queries.ts'

/** The process died here. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Dies at the `countdown`-th point between two steps; everything the dead process still tries fails. */
export class CrashPlan {
  #left: number
  #dead = false

  constructor(countdown: number) {
    this.#left = countdown
  }

  /** A point at which a process may die. */
  crashPoint(): void {
    this.#left -= 1
    if (this.#left <= 0) this.#dead = true
    this.assertAlive()
  }

  /** @throws Crash when the process is dead. */
  assertAlive(): void {
    if (this.#dead) throw new Crash('the process died')
  }
}

/** The same context in a process that dies as planned: before or after a statement, a commit or a call of the network. */
export const withCrashes = (ctx: ServiceContext, plan: CrashPlan): ServiceContext => ({
  ...ctx,
  em: crashingEm(ctx.em, plan),
  pix: crashingPix(ctx.pix, plan),
})

function crashingEm(em: EntityManager, plan: CrashPlan): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      plan.assertAlive()
      if (name === 'fork')
        return (...given: Parameters<EntityManager['fork']>) => crashingEm(target.fork(...given), plan)
      if (name === 'transactional') return transactional(target, plan)
      if (name === 'getKysely' && !target.isInTransaction())
        return () => interceptQueries(queriesOf(target), crashAfter(plan))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A point after each statement: the process dies with the statement committed and its answer lost. */
const crashAfter =
  (plan: CrashPlan): Intercept =>
  async (_, run) => {
    const result = await run()
    plan.crashPoint()
    return result
  }

function transactional(target: EntityManager, plan: CrashPlan) {
  return async <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => {
    const done = await target.transactional(async (em) => {
      const result = await work(em)
      plan.crashPoint()
      return result
    })
    plan.crashPoint()
    return done
  }
}

function crashingPix(pix: PixProvider, plan: CrashPlan): PixProvider {
  return new Proxy(pix, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        plan.crashPoint()
        const result: unknown = await value.apply(target, given)
        plan.crashPoint()
        return result
      }
    },
  })
}
