import { oneById } from '../graphql/data-loaders.ts'
import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { findStaffByIds } from './staff.queries.ts'

const staffById = oneById(findStaffByIds)

/**
 * A context that may belong to the test environment. In that case, `live` is the context on the production database,
 * which contains the staff.
 */
type StaffContext = Context & { readonly live?: Context }

/**
 * Returns the display name of an actor: the name of a person, or the actor text itself for the command line and for
 * jobs.
 */
export async function nameOfActor(ctx: StaffContext, actor: string): Promise<string> {
  const [kind, id] = actor.split(':', 2)
  const person = kind === 'staff' && id && isUuid(id) ? await staffById(ctx.live ?? ctx, id) : undefined
  return person?.name ?? actor
}
