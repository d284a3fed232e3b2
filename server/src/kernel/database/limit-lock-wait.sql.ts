import type { EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { prepared } from './prepared.ts'

/** Limits how long each statement of the running transaction waits for a lock. */
export async function limitLockWait(em: EntityManager, ms: number): Promise<void> {
  await em.getKysely<object>().executeQuery(CompiledQuery.raw(SET_LOCK_TIMEOUT, [`${ms}ms`]))
}

// `set local` accepts no parameter.
const SET_LOCK_TIMEOUT = prepared(`select set_config('lock_timeout', $1, true)`)
