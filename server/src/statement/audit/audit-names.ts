import { findApiKeys } from '../../api-keys/api-key.queries.ts'
import { operatorOf } from '../../audit/operator.ts'
import { oneById } from '../../graphql/data-loaders.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { findAuditTargetNames } from './audit-targets.queries.ts'

const KEY_KIND = 'api-key'

const keyById = oneById(findApiKeys)

/** Loads the name of the record that an audited action changed. */
export const auditTargetById = oneById(findAuditTargetNames)

/**
 * Returns the display name of the actor of an audit entry. This is the name of a person, `api-key:` with the name of
 * the key, or `cli:` with the operator of the command. For any other actor, the result is the text of the actor, such
 * as `network`.
 */
export function nameOfEntryActor(
  ctx: Parameters<typeof nameOfActor>[0],
  entry: { actor: string; userAgent: string | null },
): Promise<string> {
  const operator = operatorOf(entry)
  return operator === undefined ? nameOfAuditActor(ctx, entry.actor) : Promise.resolve(`cli:${operator}`)
}

/** Returns the display name of an actor as `nameOfEntryActor` does, but without the operator of a command. */
export async function nameOfAuditActor(
  ctx: Parameters<typeof nameOfActor>[0],
  actor: string,
): Promise<string> {
  const [kind, id = ''] = actor.split(':', 2)
  if (kind !== KEY_KIND) return nameOfActor(ctx, actor)
  const key = await keyById(ctx, id)
  return key === undefined ? actor : `${KEY_KIND}:${key.name}`
}
