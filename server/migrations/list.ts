import type { Migration } from '@mikro-orm/migrations'
import { AddBaseline } from './0300-baseline.ts'
import { LimitRoles } from './0310-role-limits.ts'

/**
 * Every migration, in order. The list is append-only: a change of the schema is a new file and a new entry at the end.
 * A landed migration is never changed, renamed or removed, because databases exist that have applied it. This includes
 * the baseline and its comments. See server/docs/decisions/0270-start-migrations-from-one-baseline.md.
 */
export const MIGRATIONS: {
  name: string
  class: new (...args: ConstructorParameters<typeof Migration>) => Migration
}[] = [
  { name: '0300-baseline', class: AddBaseline },
  { name: '0310-role-limits', class: LimitRoles },
]
