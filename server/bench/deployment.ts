import type { Client } from 'pg'
import { migrateDatabase } from '../src/database.ts'
import type { Context } from '../src/kernel/context.ts'
import { withToolContext } from '../src/cli/tool-context.ts'
import { serverSettings } from '../stack/embedded-settings.ts'
import { findFreePort } from '../stack/ports.ts'
import type { Settings } from '../stack/settings.ts'
import { startProgram, type Program } from './program.ts'
import { connect, logOf, type Stack } from './stack.ts'

export type Role = 'api' | 'worker' | 'all'

const READY: Record<Role, string> = { api: 'listening', all: 'listening', worker: 'working' }

/** A migrated database and the servers that use it. */
export class Deployment {
  readonly stack: Stack
  readonly database: string
  readonly settings: Settings
  /** A connection with the role of the owner. Reads int8 as bigint. */
  readonly owner: Client
  readonly #servers = new Map<Role, Program>()

  private constructor(
    stack: Stack,
    database: string,
    { settings, owner }: Pick<Deployment, 'settings' | 'owner'>,
  ) {
    this.stack = stack
    this.database = database
    this.settings = settings
    this.owner = owner
  }

  /** Creates the database unless it exists, and migrates it. */
  static async open(stack: Stack, database: string): Promise<Deployment> {
    await stack.postgres.createDatabase(database)
    const port = String(await findFreePort())
    const urls = {
      DATABASE_URL: stack.postgres.applicationUrl(database),
      MIGRATION_DATABASE_URL: stack.postgres.ownerUrl(database),
    }
    await migrateDatabase(urls.MIGRATION_DATABASE_URL)
    const settings = { ...stack.settings, ...urls, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
    return new Deployment(stack, database, { settings, owner: await connect(urls.MIGRATION_DATABASE_URL) })
  }

  get origin(): string {
    return this.settings['PUBLIC_URL'] ?? ''
  }

  get callbackUrl(): string {
    return `${this.origin}/network/${this.settings['PIX_CALLBACK_SECRET']}/pix`
  }

  get applicationUrl(): string {
    return this.settings['DATABASE_URL'] ?? ''
  }

  /** Returns the server of a role. @throws Error when it is not running. */
  server(role: Role): Program {
    const server = this.#servers.get(role)
    if (!server) throw new Error(`BUG: no server with role ${role} is running`)
    return server
  }

  get servers(): Program[] {
    return Array.from(this.#servers.values())
  }

  /** Starts a server and waits until it is ready. `more` overrides its settings. */
  async start(role: Role, more: Settings = {}): Promise<void> {
    const { dataDir, profileDir, main } = this.stack
    const profiling = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
    const server = await startProgram({
      name: role,
      args: [...profiling, main, `--role=${role}`],
      env: { ...serverSettings(this.settings), ...more },
      logFile: logOf(dataDir, `${this.database} ${role}`),
      readyMessage: READY[role],
    })
    this.#servers.set(role, server)
    this.stack.programs.add(server)
  }

  async stop(role: Role): Promise<void> {
    const server = this.#servers.get(role)
    if (!server) return
    await server.stop()
    this.#servers.delete(role)
    this.stack.programs.delete(server)
  }

  /** Runs `work` with a context as the command line has: with the database role of the application. */
  withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return withToolContext(this.settings, { applicationName: 'bench', poolSize: 4 }, work)
  }

  /** Stops the servers and disconnects. Keeps the database. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#servers.keys(), (role) => this.stop(role)))
    await this.owner.end()
  }
}
