import { Client } from 'pg'
import { openDatabase, type Database } from '../database.ts'
import type { MoveStep, MoveTools } from '../cells/move/connections.sql.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import type { World } from './world.ts'

/** The tools of one run of the command that moves merchants, on the cells of a world. */
export class TestMoveTools implements AsyncDisposable {
  readonly tools: MoveTools
  /** The steps of the move that have begun, in order. */
  readonly steps: MoveStep[] = []
  readonly #world: World
  readonly #clients = new Map<string, Promise<Client>>()
  readonly #databases = new Map<string, Database>()

  constructor(world: World, onStep: MoveTools['onStep'] = () => undefined) {
    this.#world = world
    this.tools = {
      control: world.context('cli'),
      cells: [MAIN_CELL, ...world.cells.databases.keys()],
      client: (id) => this.#client(id),
      owner: (id) => ({ ...world.context('cli'), em: this.#database(id).em() }),
      onStep: (step) => {
        this.steps.push(step)
        return onStep(step)
      },
    }
  }

  /** Closes the connections. PostgreSQL then ends the transactions and releases the locks. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await (await client).end()
    for (const database of this.#databases.values()) await database.close()
  }

  #urlOf(id: string): string {
    const { database, cells } = this.#world
    const found = id === MAIN_CELL ? database : cells.databases.get(id)
    if (!found) throw new Error(`BUG: the world has no cell ${id}`)
    return found.ownerUrl
  }

  #client(id: string): Promise<Client> {
    const known = this.#clients.get(id)
    if (known) return known
    const connect = async (): Promise<Client> => {
      const client = new Client({ connectionString: this.#urlOf(id) })
      await client.connect()
      return client
    }
    const opened = connect()
    this.#clients.set(id, opened)
    return opened
  }

  #database(id: string): Database {
    const known = this.#databases.get(id)
    if (known) return known
    const opened = openDatabase({ url: this.#urlOf(id), poolSize: 2, applicationName: 'move' })
    this.#databases.set(id, opened)
    return opened
  }
}
