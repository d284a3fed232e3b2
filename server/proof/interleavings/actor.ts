import { AsyncLocalStorage } from 'node:async_hooks'
import { sqlState } from '../../src/kernel/context.ts'
import type { Ids } from '../../src/kernel/ids.ts'
import type { Edit } from './edit.ts'
import { BEGIN, beginTransaction, END, type Effect, type Transaction } from './step-kind.ts'

/** An SQL statement or a wait of an actor that the scheduler has not released yet. */
export interface Step {
  /** The SQL text; `sleep` for a wait. */
  text: string
  effect: Effect
  release: () => void
  refuse: (error: Error) => void
}

/** An SQL statement that was sent to PostgreSQL and not answered yet. */
interface Sent {
  text: string
  /** The process id of its connection in PostgreSQL. */
  pid: number
}

interface ActorOptions {
  name: string
  ids: Ids
  edit: Edit
  /** Returns the effect of SQL statements that are sent together, and adds the effect to their transaction. */
  classify: (texts: readonly string[], transaction: Transaction | undefined) => Effect
  /** The actor calls this function before it sends an SQL statement. */
  beforeSend?: (text: string, pid: number) => Promise<void>
  /** The actor calls this function when its state changes. */
  onChange: () => void
  /**
   * The actor calls this function when PostgreSQL has answered an SQL statement. The actor may then have released
   * locks.
   */
  onAnswer: (actor: Actor, text: string) => void
}

const running = new AsyncLocalStorage<Actor>()

/** Returns the actor whose use case runs now; undefined outside of use cases. */
export const currentActor = (): Actor | undefined => running.getStore()

/**
 * Runs one of the two use cases of an interleaving run. Before each SQL statement, the use case waits until the
 * scheduler releases the statement.
 */
export class Actor {
  readonly name: string
  readonly ids: Ids
  readonly waiting: Step[] = []
  /** The SQLSTATEs of the SQL statements that failed. */
  readonly sqlStates: string[] = []
  /** The connections that the actor has used, as process ids in PostgreSQL. */
  readonly pids = new Set<number>()
  /** Whether the SQL statement in `sent` waits for a lock of the other actor. */
  isBlocked = false
  sent: Sent | undefined
  /** The result of the use case; undefined while it runs. */
  result: PromiseSettledResult<unknown> | undefined
  #isStopped = false
  /** The open transactions, by the process id of their connection in PostgreSQL. */
  readonly #transactions = new Map<number, Transaction>()
  readonly #edit: Edit
  readonly #classify: ActorOptions['classify']
  readonly #beforeSend: ActorOptions['beforeSend']
  readonly #onChange: () => void
  readonly #onAnswer: ActorOptions['onAnswer']

  constructor({ name, ids, edit, classify, beforeSend, onChange, onAnswer }: ActorOptions) {
    this.name = name
    this.ids = ids
    this.#edit = edit
    this.#classify = classify
    this.#beforeSend = beforeSend
    this.#onChange = onChange
    this.#onAnswer = onAnswer
  }

  /** Starts the use case. The use case runs until its first SQL statement. */
  start(verb: () => Promise<unknown>): void {
    void running.run(this, async () => {
      ;[this.result] = await Promise.allSettled([verb()])
      this.#onChange()
    })
  }

  /**
   * Waits until the scheduler releases the SQL statement `text`, then sends the edited text with `send`. Sends
   * `begin` at once: it takes neither a lock nor a snapshot, so its position in the order does not matter.
   */
  async pass(text: string, pid: number, send: (text: string) => unknown): Promise<unknown> {
    const before = this.#edit.before(text)
    const edited = this.#edit.replace(text)
    if (BEGIN.test(text)) this.#transactions.set(pid, beginTransaction(edited))
    else await this.wait(text, this.#classify([...before, edited], this.#transactions.get(pid)))
    if (END.test(text)) this.#transactions.delete(pid)
    this.pids.add(pid)
    this.sent = { text, pid }
    try {
      await this.#beforeSend?.(text, pid)
      for (const added of before) await send(added)
      return await send(edited)
    } catch (error) {
      this.sqlStates.push(sqlState(error) ?? 'unknown')
      throw error
    } finally {
      this.sent = undefined
      this.isBlocked = false
      this.#onAnswer(this, text)
      this.#onChange()
    }
  }

  /** Waits until the scheduler releases the step. */
  async wait(text: string, effect: Effect): Promise<void> {
    if (this.#isStopped) throw new Error('the interleaving run was stopped')
    if (this.sent ?? this.waiting[0])
      throw new Error(`BUG: the use case ${this.name} sent an SQL statement before its previous step ended`)
    await new Promise<void>((release, refuse) => {
      this.waiting.push({ text, effect, release, refuse })
      this.#onChange()
    })
  }

  /** Refuses the waiting and all later steps, so that the use case ends. */
  stop(): void {
    this.#isStopped = true
    for (const { refuse } of this.waiting.splice(0)) refuse(new Error('the interleaving run was stopped'))
  }

  get isDone(): boolean {
    return this.result !== undefined
  }

  /** Whether the use case computes, or waits for an answer that does not depend on the other actor. */
  get isBusy(): boolean {
    return !this.isDone && !this.isBlocked && (this.sent !== undefined || this.waiting.length === 0)
  }
}
