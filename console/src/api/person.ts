import { readSessionStorage, writeSessionStorage } from '../lib/storage.ts'
import type { MeQuery } from './generated/graphql.ts'

export type Me = NonNullable<MeQuery['me']>

/** Query key of the signed-in person. */
export const ME_KEY = ['Me'] as const

const OWNER_KEY = 'console.owner'

let owner: string | null = null

/**
 * Returns the id of the tab's owner: the person who last signed in in this tab; null before the first
 * sign-in. The id survives a reload and the end of the session, because only this person may see the content and
 * the URL of the tab.
 */
export function tabOwner(): string | null {
  owner ??= readSessionStorage(OWNER_KEY)
  return owner
}

export function setTabOwner(staffId: string): void {
  owner = staffId
  writeSessionStorage(OWNER_KEY, staffId)
}
