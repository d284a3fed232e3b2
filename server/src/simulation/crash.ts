import type { EntityManager } from '@mikro-orm/postgresql'
import type { ServiceContext } from '../kit.ts'
import { mapProviders } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { interceptQueries, queriesOf, type Intercept } from '../testing/suites/intercept-queries.ts'

/** Thrown at a crash point, to simulate that the process crashed at this point of the code. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

/**
 * Throws `Crash` at the `countdown`-th crash point and at every later crash point. Calls `onCrash` at the first of
 * these points.
 */
export class CrashPlan {
  #left: number
  #dead = false
  readonly #onCrash: () => void

  constructor(countdown: number, onCrash: () => void = () => undefined) {
    this.#left = countdown
    this.#onCrash = onCrash
  }

  /** Marks a point at which the process may crash. @throws Crash */
  crashPoint(): void {
    this.#left -= 1
    if (this.#left <= 0 && !this.#dead) {
      this.#dead = true
      this.#onCrash()
    }
    this.assertAlive()
  }

  /** Throws if the process has crashed. @throws Crash */
  assertAlive(): void {
    if (this.#dead) throw new Crash('the process crashed')
  }
}

/**
 * Returns a copy of the context that throws `Crash` at the point that `plan` selects. The point is after an SQL
 * statement outside a transaction, or before or after a commit or a call to the PSP.
 */
export const withCrashes = (ctx: ServiceContext, plan: CrashPlan): ServiceContext => ({
  ...ctx,
  em: crashingEm(ctx.em, plan),
  pix: mapProviders(ctx.pix, (pix) => crashingPix(pix, plan)),
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

/**
 * Adds a crash point after each SQL statement outside a transaction. At this point, PostgreSQL has committed the SQL
 * statement, but the service loses the result.
 */
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
