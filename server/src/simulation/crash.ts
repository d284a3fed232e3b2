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
  point(): void {
    this.#left -= 1
    if (this.#left <= 0) this.#dead = true
    this.alive()
  }

  /** @throws Crash when the process is dead. */
  alive(): void {
    if (this.#dead) throw new Crash('the process died')
  }
}

/** The same context in a process that dies as planned: before or after a statement, a commit or a call of the network. */
export const mortal = (ctx: ServiceContext, plan: CrashPlan): ServiceContext => ({
  ...ctx,
  em: mortalEm(ctx.em, plan),
  pix: mortalPix(ctx.pix, plan),
})

function mortalEm(em: EntityManager, plan: CrashPlan): EntityManager {
  return new Proxy(em, {
    get(target, name) {
      plan.alive()
      if (name === 'fork')
        return (...given: Parameters<EntityManager['fork']>) => mortalEm(target.fork(...given), plan)
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
    plan.point()
    return result
  }

function transactional(target: EntityManager, plan: CrashPlan) {
  return async <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => {
    const done = await target.transactional(async (em) => {
      const result = await work(em)
      plan.point()
      return result
    })
    plan.point()
    return done
  }
}

function mortalPix(pix: PixProvider, plan: CrashPlan): PixProvider {
  return new Proxy(pix, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        plan.point()
        const result: unknown = await value.apply(target, given)
        plan.point()
        return result
      }
    },
  })
}
