import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { PlaceState } from './cell-merchant.entity.ts'

/** Where a merchant is: its cell, and the state of its move to another cell. */
export interface Place {
  cellId: string
  state: PlaceState
  /** The version of the directory with which the last freeze of the merchant began; null if there was no freeze. */
  freezeVersion: bigint | null
}

/** A merchant whose cell, or whose move, has changed. */
export interface ChangedPlace extends Place {
  merchantId: string
  version: bigint
  /** How long the freeze still lasts, in milliseconds; null without a freeze. */
  frozenMs: number | null
}

const PLACE = ['cell_id as cellId', 'state', 'freeze_version as freezeVersion'] as const

/** A key that was added to the directory. */
export interface AddedKey {
  hash: Buffer
  merchantId: string
}

/** Returns the version of the directory. Each change of the directory increases the version. */
export async function readVersion(ctx: Context): Promise<bigint> {
  const { version } = await db(ctx).selectFrom('directory_head').select('version').executeTakeFirstOrThrow()
  return version
}

/** Lists the merchants whose cell, or whose move, changed after the version `version` of the directory. */
export const listChangedPlaces = (ctx: Context, version: bigint): Promise<ChangedPlace[]> =>
  db(ctx)
    .selectFrom('cell_merchant')
    .select([...PLACE, 'merchant_id as merchantId', 'version'])
    .select((eb) =>
      sql<number | null>`extract(epoch from ${eb.ref('frozen_until')} - clock_timestamp())::float8 * 1000`.as(
        'frozenMs',
      ),
    )
    .where('version', '>', version)
    .execute()

/** Lists the keys that were added after `version`. */
export const listAddedKeys = (ctx: Context, version: bigint): Promise<AddedKey[]> =>
  db(ctx)
    .selectFrom('cell_api_key')
    .select(['hash', 'merchant_id as merchantId'])
    .where('version', '>', version)
    .execute()

/** Returns the merchant to whom a key belongs; undefined if the directory does not contain the key. */
export async function findMerchantOfKey(ctx: Context, hash: Buffer): Promise<string | undefined> {
  const row = await db(ctx)
    .selectFrom('cell_api_key')
    .select('merchant_id as merchantId')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.merchantId
}

/**
 * Returns the cell of a merchant and the state of its move; undefined if the directory does not contain the merchant.
 */
export const findPlace = (ctx: Context, merchantId: string): Promise<Place | undefined> =>
  db(ctx).selectFrom('cell_merchant').select(PLACE).where('merchant_id', '=', merchantId).executeTakeFirst()
