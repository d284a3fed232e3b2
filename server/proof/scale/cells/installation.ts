import { identifyCell } from '../../../migrations/cells/identify-cell.ts'
import { simulatorSettings } from '../../../stack/embedded-settings.ts'
import { findPaths } from '../../../stack/paths.ts'
import { findFreePort } from '../../../stack/ports.ts'
import type { Settings } from '../../../stack/settings.ts'
import { Deployment, type BenchMerchant } from '../../../bench/deployment.ts'
import { cpuSecondsOf, processTree } from '../../../bench/machine.ts'
import type { Program, Stack } from '../../../bench/stack.ts'
import { createApiKey } from '../../../src/api-keys/create-api-key.ts'
import { announceKey } from '../../../src/cells/announce-key.ts'
import { placeMerchant } from '../../../src/cells/place-merchant.ts'
import { systemIds } from '../../../src/kernel/ids.ts'
import { SCOPES } from '../../../src/kernel/scopes.ts'
import type { CellServer } from './cell-server.ts'

/** The terms of the merchants of an installation with one cell, so that a payment has the same entries. */
const TERMS = {
  writeRate: 1_000_000,
  readRate: 1_000_000,
  searchRate: 1_000_000,
  reserveBps: 1_000,
  reserveDays: 30,
}

/** A cell with its database, its PSP and its merchants. */
export interface CellPart {
  id: string
  server: CellServer
  deployment: Deployment
  /** The origin of the simulated PSP of the cell. */
  bank: string
  simulator: Program
  merchants: BenchMerchant[]
}

/** One API process and one worker with some cells, each with its own database, its own PSP and its merchants. */
export class Installation {
  readonly parts: readonly CellPart[]
  readonly #settings: Settings

  private constructor(parts: readonly CellPart[], settings: Settings) {
    this.parts = parts
    this.#settings = settings
  }

  /** Opens an installation with one cell for each server, and distributes the merchants evenly. */
  static async open(stack: Stack, servers: readonly CellServer[], merchants: number): Promise<Installation> {
    const parts: CellPart[] = []
    for (const server of servers) parts.push(await openPart(stack, server, servers.length))
    const [main] = parts
    if (!main) throw new Error('BUG: Installation.open: there is no cell')
    if (parts.length === 1) main.merchants.push(...(await main.deployment.createMerchants(merchants)))
    else for (const part of parts) await placeMerchants(main, part, merchants / parts.length)
    for (const part of parts) await part.deployment.createEndpoints(part.merchants)
    const others = parts.slice(1)
    const settings = {
      ...main.deployment.settings,
      ...pixOf(main.bank),
      ...(others.length === 0 ? {} : { CELLS: others.map(({ id }) => id).join(',') }),
      ...Object.assign({}, ...others.map(settingsOfCell)),
    }
    return new Installation(parts, settings)
  }

  get main(): CellPart {
    const [main] = this.parts
    if (!main) throw new Error('BUG: the installation has no cell')
    return main
  }

  /** The settings of the processes and of the command line. */
  get settings(): Settings {
    return this.#settings
  }

  get origin(): string {
    return this.main.deployment.origin
  }

  async start(role: 'api' | 'worker'): Promise<void> {
    await this.main.deployment.start(role, { ...this.#settings, DATABASE_POOL_SIZE: '12' })
  }

  /** Returns the processor seconds of the API process, the worker and every PostgreSQL since their start. */
  cpuSeconds(): { processes: number; postgres: number } {
    const { servers } = this.main.deployment
    const roots = new Set(this.parts.flatMap(({ server }) => server.pids()))
    return {
      processes: secondsOf(Array.from(servers.values(), ({ pid }) => pid)),
      postgres: secondsOf(Array.from(roots).flatMap((pid) => processTree(pid))),
    }
  }

  /** Stops the processes and the PSPs. */
  async stop(): Promise<void> {
    for (const { deployment } of this.parts) await deployment.close()
    for (const { simulator } of this.parts) await simulator.stop()
  }
}

const secondsOf = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + cpuSecondsOf(pid), 0)

async function openPart(stack: Stack, server: CellServer, count: number): Promise<CellPart> {
  const { id, postgres } = server
  const database = `cells_${count}`
  const deployment = await Deployment.open({ ...stack, postgres }, database, () => server.migrate(database))
  if (count > 1)
    await identifyCell(postgres.ownerUrl(deployment.database), { cellId: id, hasDefaultAccount: true })
  const ports = { server: 0, simulator: await findFreePort(), inbox: await findFreePort(), postgres: 0 }
  const paths = findPaths(stack.dataDir)
  const simulator = await stack.start(`simulator ${id} ${count}`, [paths.program('simulator/main.js')], {
    ...simulatorSettings(stack.settings, ports, paths),
    SIMULATOR_STATE: 'memory',
  })
  return { id, server, deployment, bank: `http://127.0.0.1:${ports.simulator}`, simulator, merchants: [] }
}

/** Creates merchants in a cell, with a key for each. */
function placeMerchants(main: CellPart, part: CellPart, count: number): Promise<void> {
  return main.deployment.withContext((control) =>
    part.deployment.withContext(async (cell) => {
      const placing = { cells: [main.id, part.id], wanted: part.id, contextOf: () => cell }
      const announcing = { ...cell, announceKey: (key: AnnouncedKey) => announceKey(control, key) }
      for (let n = 1; n <= count; n++) {
        const input = { name: `Loja ${part.id} ${n}`, document: '11444777000161', terms: TERMS }
        const { merchant } = await placeMerchant(control, input, placing)
        const { key } = await createApiKey(announcing, merchant.id, { name: 'scale', scopes: SCOPES })
        part.merchants.push({ id: merchant.id, apiKey: key })
      }
    }),
  )
}

type AnnouncedKey = Parameters<typeof announceKey>[1]

const pixOf = (bank: string): Settings => ({
  PIX_BASE_URL: `${bank}/api/v2`,
  PIX_TOKEN_URL: `${bank}/oauth/token`,
})

/** Returns the settings of a cell other than `main`, with the prefix of the cell. */
function settingsOfCell({ id, deployment: { settings }, bank }: CellPart): Settings {
  const own: Settings = {
    DATABASE_URL: settings['DATABASE_URL'] ?? '',
    CONSOLE_DATABASE_URL: settings['CONSOLE_DATABASE_URL'] ?? '',
    MIGRATION_DATABASE_URL: settings['MIGRATION_DATABASE_URL'] ?? '',
    ...pixOf(bank),
    PIX_KEY: settings['PIX_KEY'] ?? '',
    PIX_CLIENT_ID: settings['PIX_CLIENT_ID'] ?? '',
    PIX_CLIENT_SECRET: settings['PIX_CLIENT_SECRET'] ?? '',
    PIX_CALLBACK_SECRET: systemIds.bytes(24).toString('hex'),
  }
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [`CELL_${id.toUpperCase()}_${name}`, value]),
  )
}
