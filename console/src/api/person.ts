import { readSessionStorage, writeSessionStorage } from '../lib/storage.ts'
import type { MeQuery } from './generated/graphql.ts'

/** A person who is signed in. */
export type Me = NonNullable<MeQuery['me']>

/** Where the query cache keeps the person who is signed in. */
export const ME_KEY = ['Me'] as const

const OWNER_KEY = 'console.owner'

let owner: string | null = null

/**
 * The id of the person who signed in last in this tab, null before the first. It survives a reload and the end of the
 * session: what the tab shows and its address belong to this person alone.
 */
export function tabOwner(): string | null {
  owner ??= readSessionStorage(OWNER_KEY)
  return owner
}

/** Makes a person the owner of this tab. */
export function setTabOwner(staffId: string): void {
  owner = staffId
  writeSessionStorage(OWNER_KEY, staffId)
}
