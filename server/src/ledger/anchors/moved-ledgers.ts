import { sql } from 'kysely'
import { throwIfAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { EntryVisitor } from '../verify/verify-merchant-ledger.ts'

/** The number of hashes that one page reads into memory. */
const PAGE_ENTRIES = 5_000

/**
 * The ledgers that were moved to another cell (database), in the order of the ids of their merchants. The anchors that
 * this cell wrote before the move cover the entries of these ledgers. So a comparison with an anchor must visit these
 * entries, too.
 */
export class MovedLedgers {
  readonly #ctx: Context
  readonly #visitor: EntryVisitor
  readonly #left: string[]

  private constructor(ctx: Context, visitor: EntryVisitor, ids: readonly string[]) {
    this.#ctx = ctx
    this.#visitor = visitor
    this.#left = ids.toSorted()
  }

  static async open(ctx: Context, visitor: EntryVisitor): Promise<MovedLedgers> {
    const moved = sql<{ id: string }>`list_moved_ledgers()`
    const rows = await db(ctx)
      .selectFrom(moved.as<'m'>(sql`m (id)`))
      .select('m.id')
      .execute()
    return new MovedLedgers(
      ctx,
      visitor,
      rows.map(({ id }) => id),
    )
  }

  /**
   * Visits the entries of the moved ledgers whose merchant id is below `merchantId`. Without `merchantId`, visits the
   * entries of all remaining ledgers.
   */
  async visitBefore(merchantId?: string): Promise<void> {
    for (let [next] = this.#left; next !== undefined; [next] = this.#left) {
      if (merchantId !== undefined && next > merchantId) return
      this.#left.shift()
      if (next !== merchantId) await this.#visit(next)
    }
  }

  async #visit(merchantId: string): Promise<void> {
    for (let after = -1n; ;) {
      throwIfAborted(this.#ctx)
      const page = sql<{
        seq: bigint
        hash: Buffer
      }>`list_moved_entries(${merchantId}::uuid, ${after}::bigint, ${PAGE_ENTRIES}::integer)`
      const rows = await db(this.#ctx)
        .selectFrom(page.as<'e'>(sql`e (seq, hash)`))
        .select(['e.seq', 'e.hash'])
        .execute()
      for (const { seq, hash } of rows) this.#visitor.visit(merchantId, seq, hash)
      const last = rows.at(-1)
      if (!last || rows.length < PAGE_ENTRIES) return
      after = last.seq
    }
  }
}
