import type { Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { uncorrelated } from '../kernel/correlation.ts'
import { db } from '../kernel/database/tables.ts'
import { AccountHealth } from './account-health.ts'
import { aroundCalls, type Operation, type Outcome } from '../pix/around-calls.ts'
import { NO_NETWORK } from '../pix/no-network.ts'
import { DEFAULT_PIX_ACCOUNT, isOfOtherCell, type PixAccounts } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { clientCertificateEnd, UNUSED, type AccountState, type ConnectionState } from './account-state.ts'
import { openSecrets, type AccountSecrets } from './account-secrets.ts'
import { ACCOUNT_COLUMNS } from './account.queries.ts'
import { LoadedAccount, type OpenedAccount } from './loaded-account.ts'
import type { PixAccount } from './pix-account.entity.ts'

/** How long a process uses an account before it checks for a new version, in milliseconds. */
const CHECK_MS = 1_000
/** How long a process remembers which accounts exist, in milliseconds. */
const IDS_MS = 1_000

/** A txid that no charge has. */
const PROBE_TXID = '0'.repeat(32)

/** Creates the provider of an account from its row and its newest secrets. */
export type OpenAccount = (account: PixAccount, secrets: AccountSecrets) => OpenedAccount

export interface RegistryTools {
  clock: Clock
  /** Returns a context on the database of the process. */
  context: () => Context
  /** The provider of the account `default`. */
  ownProvider: PixProvider
  /** Returns the state of the connection of the account `default`. By default, the state is `UNUSED`. */
  ownState?: () => ConnectionState
  open: OpenAccount
  /** Returns the provider of an account of another cell; undefined if this process does not have the cell. */
  ofOtherCell?: ((cellId: string, accountId: string) => PixProvider | undefined) | undefined
  /** The registry calls this function after each call to a PSP. */
  onCall?: (accountId: string, operation: Operation, outcome: Outcome) => void
}

/** An account as this process uses it. */
interface Entry {
  readonly health: AccountHealth
  readonly provider: PixProvider
  loaded: Promise<LoadedAccount | undefined> | undefined
  /** The version of the account that this process uses; undefined before a version was loaded. */
  current: LoadedAccount | undefined
  checkAtMs: number
}

/**
 * The receiving accounts of a process. Opens an account at its first call, and opens the account again when its row has
 * a new version. The running operations of the old version end before its connections are closed.
 */
export class PixAccountRegistry implements PixAccounts {
  readonly #tools: RegistryTools
  readonly #entries = new Map<string, Entry>()
  #ids: { ids: Promise<readonly string[]>; untilMs: number } | undefined

  constructor(tools: RegistryTools) {
    this.#tools = tools
  }

  of(accountId: string): PixProvider {
    if (!isOfOtherCell(accountId)) return this.#entry(accountId).provider
    const [cellId = '', id = ''] = accountId.split('/')
    return this.#tools.ofOtherCell?.(cellId, id) ?? NO_NETWORK
  }

  async ids(): Promise<readonly string[]> {
    const rows = await db(this.#tools.context())
      .selectFrom('pix_account')
      .select('id')
      .where('state', '<>', 'off')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  async avoided(): Promise<readonly string[]> {
    const avoided = Array.from(this.#entries).filter(([, { health }]) => health.isAvoided())
    if (avoided.length === 0 || (await this.#recentIds()).length < 2) return []
    for (const [id, entry] of avoided)
      if (entry.health.startProbe()) void uncorrelated(() => this.#probe(id, entry))
    return avoided.map(([id]) => id)
  }

  /**
   * Returns the states of the account `default` and of the other accounts that this process uses. Starts to look for
   * new versions, so a later call returns their states and omits accounts that were turned off.
   */
  states(): AccountState[] {
    this.#entry(DEFAULT_PIX_ACCOUNT)
    return Array.from(this.#entries).flatMap(([accountId, { health, current }]) => {
      const isOwn = accountId === DEFAULT_PIX_ACCOUNT
      if (!isOwn) void this.#loaded(accountId)
      const state = isOwn ? this.#ownState() : current?.state()
      return state ? [{ accountId, avoidedSince: health.avoidedSince(), ...state }] : []
    })
  }

  async certificateEndsAt(accountId: string): Promise<Date | undefined> {
    if (accountId === DEFAULT_PIX_ACCOUNT) return clientCertificateEnd(this.#ownState())
    return clientCertificateEnd((await this.#loaded(accountId))?.state() ?? UNUSED)
  }

  /** Closes the connections of all accounts except `default`, after their running operations. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), closeEntry))
  }

  #ownState(): ConnectionState {
    return this.#tools.ownState?.() ?? UNUSED
  }

  #recentIds(): Promise<readonly string[]> {
    const nowMs = this.#tools.clock.now().getTime()
    if (!this.#ids || nowMs >= this.#ids.untilMs) {
      const ids = this.ids().catch(() => [])
      this.#ids = { ids, untilMs: nowMs + IDS_MS }
    }
    return this.#ids.ids
  }

  #entry(accountId: string): Entry {
    const known = this.#entries.get(accountId)
    if (known) return known
    const { clock, ownProvider, onCall } = this.#tools
    const health = new AccountHealth(clock)
    const provider = aroundCalls(async (operation, call, outcomeOf) => {
      if (operation === 'issue') health.issuanceStarted()
      let outcome: Outcome = 'unknown'
      try {
        const result =
          accountId === DEFAULT_PIX_ACCOUNT ? await call(ownProvider) : await this.#run(accountId, call)
        outcome = outcomeOf(result)
        return result
      } finally {
        health.report(operation, outcome)
        onCall?.(accountId, operation, outcome)
      }
    })
    const entry: Entry = { health, provider, loaded: undefined, current: undefined, checkAtMs: 0 }
    this.#entries.set(accountId, entry)
    return entry
  }

  /** Runs an operation on the newest version of an account. */
  async #run<T>(accountId: string, operation: (pix: PixProvider) => Promise<T>): Promise<T> {
    // A later load may close this version, but only after a query. By then, `run` has counted the operation, and the
    // closing waits for the operation.
    const loaded = await this.#loaded(accountId)
    return loaded ? loaded.run(operation) : operation(NO_NETWORK)
  }

  /** Returns the newest version of an account; undefined if the account is unknown or turned off. */
  async #loaded(accountId: string): Promise<LoadedAccount | undefined> {
    const entry = this.#entry(accountId)
    const nowMs = this.#tools.clock.now().getTime()
    if (!entry.loaded || nowMs >= entry.checkAtMs) {
      entry.checkAtMs = nowMs + CHECK_MS
      entry.loaded = this.#load(accountId, entry.loaded)
    }
    entry.current = await entry.loaded
    return entry.current
  }

  /**
   * Opens the newest version of the account. Returns the version in `before` instead if this version is the newest, or
   * if an error occurs. Returns undefined if the account is unknown or turned off.
   */
  async #load(
    accountId: string,
    before: Promise<LoadedAccount | undefined> | undefined,
  ): Promise<LoadedAccount | undefined> {
    const old = await before
    try {
      const ctx = this.#tools.context()
      const account = await db(ctx)
        .selectFrom('pix_account')
        .select(ACCOUNT_COLUMNS)
        .where('id', '=', accountId)
        .where('state', '<>', 'off')
        .executeTakeFirst()
      if (old && account?.version === old.version) return old
      const opened = account && (await this.#open(ctx, account))
      void old?.close()
      return opened
    } catch (error) {
      this.#tools
        .context()
        .log.error({ err: error, account_id: accountId }, 'a receiving account was not loaded')
      return old
    }
  }

  async #open(ctx: Context, account: PixAccount): Promise<LoadedAccount> {
    const found = await openSecrets(ctx, { accountId: account.id })
    const secrets: AccountSecrets = {}
    for (const { kind, secret } of found) secrets[kind] ??= secret
    return new LoadedAccount(this.#tools.open(account, secrets), account.version)
  }

  /** Makes a call that changes nothing, to test whether the PSP answers. */
  async #probe(accountId: string, { provider, health }: Entry): Promise<void> {
    try {
      await provider.find(PROBE_TXID)
    } catch (error) {
      this.#tools.context().log.error({ err: error, account_id: accountId }, 'the test of a PSP failed')
    } finally {
      health.endProbe()
    }
  }
}

async function closeEntry({ loaded }: Entry): Promise<void> {
  const account = await loaded
  await account?.close()
}
