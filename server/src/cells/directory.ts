import { MAIN_CELL } from '../kernel/settings/config.ts'
import { DONE } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import {
  findMerchantOfKey,
  findPlace,
  listAddedKeys,
  listChangedPlaces,
  readVersion,
  type ChangedPlace,
  type Place,
} from './directory.queries.ts'

/**
 * The pause between two reads of the directory's version, in milliseconds. The freeze of a merchant takes longer than
 * this pause, so every process can read the freeze in time.
 */
export const DIRECTORY_POLL_MS = 250

/** For how many milliseconds after its last read the copy of the directory counts as fresh. */
const FRESH_MS = DIRECTORY_POLL_MS + 100

/** How many keys of the cell `main` a process remembers. */
const MAIN_KEYS_MAX = 10_000

/** The shortest pause between two reads of the directory, in milliseconds. */
const SLEEP_MS_MIN = 10

/** The pause after a failed attempt to end a freeze, in milliseconds. */
const RETRY_MS = 1_000

const MAIN: Place = { cellId: MAIN_CELL, state: 'active', freezeVersion: null }

/**
 * A copy of the directory of cells in memory. The copy follows the changes of the directory with a delay of about
 * DIRECTORY_POLL_MS. While the database of the directory is unreachable, the copy continues to give its last answers.
 * The class also ends each freeze whose time is over.
 */
export class Directory {
  readonly #context: () => Context
  readonly #endFreeze: (merchantId: string) => Promise<boolean>
  /** When the freeze of each frozen merchant ends, by the clock of this process. */
  readonly #freezeEnds = new Map<string, number>()
  readonly #ending = new Map<string, Promise<void>>()
  readonly #places = new Map<string, Place>()
  /** The merchant of each key, by the hash of the key. */
  readonly #keys = new Map<string, string>()
  /** The hashes of keys that are not in the directory. */
  readonly #mainKeys = new Set<string>()
  readonly #stopping = new AbortController()
  #version = -1n
  #readAtMs = -Infinity
  #refreshing: Promise<void> | undefined
  #polling: Promise<void> | undefined
  #hasFailed = false

  /**
   * `context` returns a new context on the database of the directory. `endFreezeOf` ends the freeze of a merchant if
   * the time of the freeze is over by the clock of the database.
   */
  constructor(
    context: () => Context,
    endFreezeOf: (merchantId: string) => Promise<boolean> = () => Promise.resolve(false),
  ) {
    this.#context = context
    this.#endFreeze = endFreezeOf
  }

  /** Whether this process has read the directory at least once. */
  get isRead(): boolean {
    return this.#version >= 0n
  }

  /**
   * Whether the copy is so new that it contains every freeze of a merchant whose rows are already hidden. A move begins
   * the freeze, waits for longer than FRESH_MS, and then hides the rows.
   */
  get isFresh(): boolean {
    return this.#context().clock.now().getTime() - this.#readAtMs < FRESH_MS
  }

  /** Reads the directory if possible, and then follows its changes until `close`. */
  async start(): Promise<void> {
    await this.#tryRefresh()
    this.#polling = this.#poll()
  }

  async close(): Promise<void> {
    this.#stopping.abort(DONE)
    await this.#polling
    await Promise.all(this.#ending.values())
  }

  /**
   * Returns the cell of a merchant and the state of its move. A merchant who is not in the directory is in the cell
   * `main`.
   */
  placeOf(merchantId: string): Place {
    return this.#places.get(merchantId) ?? MAIN
  }

  /**
   * Returns the cell of a merchant and the state of its move, like `placeOf`. If the copy does not contain the
   * merchant, reads the changes of the directory first, because the merchant may be new. Does not reject while the
   * directory is unreachable.
   */
  async locate(merchantId: string): Promise<Place> {
    if (!this.#places.has(merchantId)) await this.refresh().catch(() => undefined)
    return this.placeOf(merchantId)
  }

  /**
   * Returns the cell of a key's merchant and the state of the merchant's move; undefined if the copy does not know the
   * key. In that case, call `findKey`. `hash` is the hash of the key.
   */
  placeOfKey(hash: Buffer): Place | undefined {
    const name = nameOf(hash)
    const merchantId = this.#keys.get(name)
    if (merchantId !== undefined) return this.placeOf(merchantId)
    return this.#mainKeys.has(name) ? MAIN : undefined
  }

  /**
   * Looks for a key in the directory itself, and adds it to the copy. Returns the cell of the key's merchant and the
   * state of the merchant's move. A key that is not in the directory can only be a key of the cell `main`. Rejects
   * while the database of the directory is unreachable.
   */
  async findKey(hash: Buffer): Promise<Place> {
    const version = this.#version
    const ctx = this.#context()
    const merchantId = await findMerchantOfKey(ctx, hash)
    if (merchantId !== undefined) {
      const place = (await findPlace(ctx, merchantId)) ?? MAIN
      this.#keys.set(nameOf(hash), merchantId)
      this.#places.set(merchantId, place)
      return place
    }
    // The result may lack a key that was added while the SQL statement ran.
    if (this.#version === version) this.#rememberMain(nameOf(hash))
    return MAIN
  }

  /** Reads the changes of the directory. Calls at the same time share one read. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #read(): Promise<void> {
    const ctx = this.#context()
    const startedMs = ctx.clock.now().getTime()
    const version = await readVersion(ctx)
    if (version !== this.#version) await this.#readChanges(ctx, version)
    this.#readAtMs = startedMs
  }

  async #readChanges(ctx: Context, version: bigint): Promise<void> {
    // A lower version means that the directory was restored from a backup. The copy may then contain changes that the
    // directory has lost.
    const isRestored = version < this.#version
    const since = isRestored ? -1n : this.#version
    const places = await listChangedPlaces(ctx, since)
    const keys = await listAddedKeys(ctx, since)
    if (isRestored) this.#forget()
    for (const place of places) this.#setPlace(place, ctx.clock.now().getTime())
    for (const { hash, merchantId } of keys) this.#keys.set(nameOf(hash), merchantId)
    this.#mainKeys.clear()
    this.#version = version
  }

  #setPlace({ merchantId, cellId, state, freezeVersion, frozenMs }: ChangedPlace, nowMs: number): void {
    this.#places.set(merchantId, { cellId, state, freezeVersion })
    if (state === 'moving' && frozenMs !== null) this.#freezeEnds.set(merchantId, nowMs + frozenMs)
    else this.#freezeEnds.delete(merchantId)
  }

  #forget(): void {
    this.#freezeEnds.clear()
    this.#places.clear()
    this.#keys.clear()
  }

  #rememberMain(name: string): void {
    if (this.#mainKeys.size >= MAIN_KEYS_MAX) this.#mainKeys.clear()
    this.#mainKeys.add(name)
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const { clock } = this.#context()
      const firstEndMs = Math.min(...this.#freezeEnds.values()) - clock.now().getTime()
      await clock.sleep(Math.max(SLEEP_MS_MIN, Math.min(DIRECTORY_POLL_MS, firstEndMs)), signal)
      if (signal.aborted) return
      await this.#tryRefresh()
      this.#endFreezes()
    }
  }

  /**
   * Begins to end the freezes that are over. A cell that does not answer delays neither the copy nor other merchants.
   */
  #endFreezes(): void {
    const nowMs = this.#context().clock.now().getTime()
    for (const [merchantId, atMs] of this.#freezeEnds) {
      if (atMs > nowMs || this.#ending.has(merchantId)) continue
      this.#freezeEnds.set(merchantId, nowMs + RETRY_MS)
      const ending = this.#tryEnd(merchantId).finally(() => this.#ending.delete(merchantId))
      this.#ending.set(merchantId, ending)
    }
  }

  async #tryEnd(merchantId: string): Promise<void> {
    const { log } = this.#context()
    try {
      if (await this.#endFreeze(merchantId))
        log.warn({ merchant_id: merchantId }, 'ended the freeze of a merchant whose move did not continue')
      await this.#tryRefresh()
    } catch (error) {
      log.error(
        { err: error, merchant_id: merchantId, alarm: 'freeze_not_ended' },
        'a freeze could not be ended',
      )
    }
  }

  /** Reads the changes. Logs the first of several failures, and the end of the failures. */
  async #tryRefresh(): Promise<void> {
    const { log } = this.#context()
    try {
      await this.refresh()
      if (this.#hasFailed) log.info('the directory of cells can be read again')
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed)
        log.error({ err: error, alarm: 'directory_unreachable' }, 'the directory of cells cannot be read')
      this.#hasFailed = true
    }
  }
}

const nameOf = (hash: Buffer): string => hash.toString('base64')
