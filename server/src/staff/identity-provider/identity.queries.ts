import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/** Who a person is at an identity provider. */
export interface LinkedIdentity {
  issuer: string
  /** The provider's own name of them. */
  subject: string
  linkedAt: Date
}

/** The identities that a person is linked to, the oldest first: one at each provider there ever was. */
export const listIdentities = (ctx: Context, staffId: string): Promise<LinkedIdentity[]> =>
  sql<LinkedIdentity>(
    ctx,
    `select issuer, subject, linked_at as "linkedAt" from staff_identity where staff_id = $1
     order by linked_at, issuer`,
    [staffId],
  )
