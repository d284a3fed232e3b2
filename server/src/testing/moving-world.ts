import { createApiKey } from '../api-keys/create-api-key.ts'
import type { MoveReport } from '../cells/move/complete-move.ts'
import type { MoveStep } from '../cells/move/connections.sql.ts'
import { moveMerchant, type MoveOptions } from '../cells/move/move-merchant.ts'
import { placeMerchant } from '../cells/place-merchant.ts'
import type { Cells } from '../cells-kit.ts'
import { sql } from '../kernel/database/sql.ts'
import { SCOPES } from '../kernel/scopes.ts'
import type { Finding } from '../ledger/checks/findings.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import type { ServiceContext } from '../kit.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { RestClient } from './clients/rest-client.ts'
import { createCharge, type ChargeJson } from './fixtures/charges.ts'
import { TestMoveTools } from './move-tools.ts'
import { World } from './world.ts'

const CELLS = ['main', 'a', 'b']

/** A merchant of a test, with a key of every scope. */
export interface MovingMerchant {
  merchantId: string
  rest: RestClient
}

/**
 * A world with the cells `main`, `a` and `b`. The cells `a` and `b` have the receiving accounts `psp-a` and `psp-b`.
 */
export class MovingWorld {
  readonly world: World
  readonly #networks = new Map<string, Awaited<ReturnType<World['networks']['add']>>>()

  private constructor(world: World) {
    this.world = world
  }

  static async start(): Promise<MovingWorld> {
    const moving = new MovingWorld(await World.start({ cells: ['a', 'b'] }))
    for (const id of ['a', 'b']) {
      const callbackBase = `http://service.test/cells/${id}/network`
      const network = await moving.world.networks.add(moving.context(id), `psp-${id}`, { callbackBase })
      moving.#networks.set(id, network)
    }
    return moving
  }

  stop(): Promise<void> {
    return this.world.stop()
  }

  get cells(): Cells {
    const { ofProcess } = this.world.cells
    if (!ofProcess) throw new Error('BUG: the world has no cells')
    return ofProcess
  }

  context(cellId: string): ServiceContext {
    const cell = this.cells.find(cellId)
    if (!cell) throw new Error(`BUG: the world has no cell ${cellId}`)
    return cell.kit.context('test')
  }

  /** Returns the PSP of a cell. */
  network(cellId: string) {
    const network = this.#networks.get(cellId)
    if (!network) throw new Error(`BUG: the cell ${cellId} has no PSP`)
    return network
  }

  /** Creates a merchant in a cell. The charges of the merchant use the cell's receiving account. */
  async merchantIn(cellId: string): Promise<MovingMerchant> {
    const placing = { cells: CELLS, wanted: cellId, contextOf: (id: string) => this.context(id) }
    const input = { name: `Loja ${cellId}`, document: '12345678000195', terms: { writeRate: 1_000 } }
    const { merchant } = await placeMerchant(this.world.context(), input, placing)
    await assignPixAccounts(this.context(cellId), merchant.id, [`psp-${cellId}`])
    const { key } = await createApiKey(this.context(cellId), merchant.id, { name: 'tudo', scopes: SCOPES })
    return { merchantId: merchant.id, rest: new RestClient(this.world.baseUrl, key) }
  }

  /** Creates a charge, and pays it at the PSP of a cell, which reports the payment to this cell. */
  async pay(rest: RestClient, cellId: string): Promise<ChargeJson> {
    const { body } = await createCharge(rest)
    this.network(cellId).pay({ txid: body.pix?.txid ?? '' })
    await this.network(cellId).idle()
    await drainInbox(this.context(cellId), 100)
    return body
  }

  /** Moves a merchant to a cell. The merchant's new charges use the cell's receiving account. */
  async move(
    options: Pick<MoveOptions, 'merchantId' | 'to'>,
    onStep?: (step: MoveStep) => Promise<void> | void,
  ): Promise<MoveReport> {
    await using run = new TestMoveTools(this.world, onStep)
    return await this.moveWith(run, options)
  }

  /** Moves a merchant as `move` does, but with the given tools. */
  async moveWith(run: TestMoveTools, options: Pick<MoveOptions, 'merchantId' | 'to'>): Promise<MoveReport> {
    const report = await moveMerchant(run.tools, { ...options, accounts: [`psp-${options.to}`] })
    await this.cells.directory.refresh()
    return report
  }

  /** Locks the move of a merchant in a cell until `release` is called. */
  async lockMoveIn(cellId: string, merchantId: string): Promise<{ release: () => Promise<void> }> {
    const run = new TestMoveTools(this.world)
    const client = await run.tools.client(cellId)
    await client.query('begin')
    await client.query('select from merchant_move where merchant_id = $1 for update', [merchantId])
    return { release: () => run[Symbol.asyncDispose]() }
  }

  /** Starts a move to the cell `b`, and ends the command's connections before the step `last`, as a kill does. */
  async moveUntil(last: MoveStep, merchantId: string): Promise<void> {
    const reached = Promise.withResolvers<void>()
    const run = new TestMoveTools(this.world, (step) => {
      if (step !== last) return undefined
      reached.resolve()
      return new Promise<void>(() => undefined)
    })
    const moving = moveMerchant(run.tools, { merchantId, to: 'b', accounts: ['psp-b'] })
    await Promise.race([reached.promise, moving])
    await run[Symbol.asyncDispose]()
    await this.cells.directory.refresh()
  }

  /** Counts the rows of a merchant in a cell, including rows that row security hides from the service. */
  async countRows(cellId: string, table: string, merchantId: string): Promise<number> {
    await using run = new TestMoveTools(this.world)
    const client = await run.tools.client(cellId)
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where merchant_id = $1`,
      [merchantId],
    )
    return rows[0]?.n ?? -1
  }

  /** Adds `count` rows with the same word to the search index of payers' names. */
  async addNameWords(
    cellId: string,
    { merchantId, chargeId, count }: { merchantId: string; chargeId: string; count: number },
  ): Promise<void> {
    await using run = new TestMoveTools(this.world)
    const client = await run.tools.client(cellId)
    await client.query(
      `insert into charge_name_word (merchant_id, word, created_at, charge_id)
       select $1, 'silva', '2026-01-01', $2 from generate_series(1, $3::int)`,
      [merchantId, chargeId, count],
    )
  }

  /** Verifies the ledger of a merchant in a cell, or of all merchants of the cell. Returns the findings. */
  async findings(cellId: string, merchantId?: string): Promise<Finding[]> {
    return (await verifyLedger(this.context(cellId), { merchantId })).findings
  }

  /** Returns the number of tables of a cell whose rows can be hidden from the service. */
  async hidingTables(cellId: string): Promise<number> {
    const [row] = await sql<{ n: number }>(
      this.context(cellId),
      `select count(*)::int as n from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
    )
    return row?.n ?? -1
  }

  /** Returns the balances of a merchant's clearing accounts in the ledger of a cell, except balances of zero. */
  async clearing(cellId: string, merchantId: string): Promise<Record<string, string>> {
    const rows = await sql<{ code: string; cents: bigint }>(
      this.context(cellId),
      `select code, balance_cents as cents from ledger_account
       where merchant_id = $1 and starts_with(code, 'provider_clearing') and balance_cents <> 0`,
      [merchantId],
    )
    return Object.fromEntries(rows.map(({ code, cents }) => [code, cents.toString()]))
  }
}

/** Returns the status of a charge; undefined if the call was refused. */
export const statusOf = async (rest: RestClient, { id }: { id: string }): Promise<string | undefined> =>
  (await rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body.status
