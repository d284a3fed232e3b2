import type { Client } from 'pg'
import { ANSWER_MS, blockersOf, within } from '../../src/simulation/steps/blocked.ts'
import type { Actor } from './actor.ts'
import type { Walk } from './orders.ts'
import { END } from './step-kind.ts'

/** The maximum time between two steps, in milliseconds. After this time, the run counts as hanging and fails. */
const STEP_MS_MAX = 60_000

/** The record of one run: the SQL statements of two actors in one order. */
export interface Schedule {
  /** The released SQL statements in their order, each with the name of its actor. */
  trace: string[]
  /** The number of SQL statements that waited for a lock of the other actor. */
  blockedCount: number
  /** Whether both actors waited for each other. */
  isDeadlocked: boolean
}

/**
 * Releases the SQL statements of actors one at a time, in an order that the walk chooses, until each actor is done.
 * When a statement is blocked, the other actor continues.
 */
export class Scheduler {
  readonly #actors: Actor[] = []
  readonly #monitor: Client
  readonly #walk: Walk
  readonly #schedule: Schedule = { trace: [], blockedCount: 0, isDeadlocked: false }
  /** Maps each sleeping actor to the number of steps that were released before its sleep began. */
  readonly #asleepSince = new Map<Actor, number>()
  #change = Promise.withResolvers<void>()

  constructor(monitor: Client, walk: Walk) {
    this.#monitor = monitor
    this.#walk = walk
  }

  /** Notifies the scheduler of a change of an actor. */
  readonly onChange = (): void => {
    const { resolve } = this.#change
    this.#change = Promise.withResolvers<void>()
    resolve()
  }

  /**
   * Assumes that the other actor is no longer blocked after the end of a transaction. `#settle` checks this assumption.
   */
  readonly onAnswer = (actor: Actor, text: string): void => {
    if (!END.test(text)) return
    for (const other of this.#actors) if (other !== actor) other.isBlocked = false
  }

  /** Runs the actors until each of them is done. @throws Error when the run hangs. */
  async run(actors: readonly Actor[]): Promise<Schedule> {
    this.#actors.push(...actors)
    try {
      await this.#runAll()
    } catch (error) {
      for (const actor of actors) actor.stop()
      await this.#monitor.query(TERMINATE, [actors.flatMap(({ pids }) => Array.from(pids))])
      throw error
    }
    this.#walk.end()
    return this.#schedule
  }

  async #runAll(): Promise<void> {
    for (;;) {
      await this.#settle()
      if (this.#actors.every(({ isDone }) => isDone)) return
      const ready = this.#ready()
      if (ready.length === 0) await this.#awaitDeadlock()
      else this.#release(ready)
    }
  }

  /** Waits until no actor is busy: each waits for a release, is blocked, or is done. */
  async #settle(): Promise<void> {
    const giveUpAt = performance.now() + STEP_MS_MAX
    for (;;) {
      const change = this.#change.promise
      const busy = this.#actors.filter(({ isBusy }) => isBusy)
      if (busy.length === 0) return
      if (performance.now() > giveUpAt) throw new Error(`the interleaving run hangs after ${this.#last()}`)
      await within(change, ANSWER_MS)
      for (const actor of busy) if (actor.isBusy && actor.sent) await this.#checkBlocked(actor)
    }
  }

  /** Marks an actor as blocked when its SQL statement waits for a lock of the other actor. */
  async #checkBlocked(actor: Actor): Promise<void> {
    const { sent } = actor
    if (!sent) return
    const blockers = await blockersOf(this.#monitor, sent.pid)
    const others = this.#actors.filter((other) => other !== actor)
    const isBlocked = blockers.some((pid) => others.some(({ pids }) => pids.has(pid)))
    if (!isBlocked || actor.sent !== sent) return
    actor.isBlocked = true
    this.#schedule.blockedCount += 1
  }

  /**
   * Returns the actors that can continue. An actor that sleeps continues only after a step of the other actor, or when
   * the other actor cannot continue.
   */
  #ready(): Actor[] {
    const waiting = this.#actors.filter(({ waiting: [step], sent }) => step !== undefined && !sent)
    const awake = waiting.filter((actor) => {
      if (actor.waiting[0]?.text !== 'sleep') return true
      const since = this.#asleepSince.get(actor) ?? this.#schedule.trace.length
      this.#asleepSince.set(actor, since)
      return this.#schedule.trace.length > since
    })
    return awake.length > 0 ? awake : waiting
  }

  #release(ready: readonly Actor[]): void {
    const options = ready.map(({ name: option, waiting: [step] }) => ({
      name: option,
      effect: step?.effect ?? { kind: 'visible', tables: undefined },
    }))
    const name = this.#walk.choose(options)
    const actor = ready.find((one) => one.name === name)
    const step = actor?.waiting.shift()
    if (!actor || !step) throw new Error('BUG: the scheduler chose an actor that does not wait')
    this.#asleepSince.delete(actor)
    this.#schedule.trace.push(`${name} ${summary(step.text)}`)
    step.release()
  }

  /** Waits until PostgreSQL ends one of two transactions that wait for each other. */
  async #awaitDeadlock(): Promise<void> {
    this.#schedule.isDeadlocked = true
    const change = this.#change.promise
    if (!(await within(change, STEP_MS_MAX)))
      throw new Error(`the interleaving run hangs after ${this.#last()}`)
    for (const actor of this.#actors) actor.isBlocked = false
  }

  #last(): string {
    return this.#schedule.trace.slice(-3).join('; ')
  }
}

/** Ends the connections of a run that hangs, so that the pool can be closed. */
const TERMINATE = 'select pg_terminate_backend(pid) from unnest($1::integer[]) as pid'

const TEXT_MAX = 90

/** Returns the beginning of an SQL statement on one line. */
const summary = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX)
