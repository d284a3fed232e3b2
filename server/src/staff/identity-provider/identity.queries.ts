import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

/** The account of a person at an identity provider. */
export interface LinkedIdentity {
  issuer: string
  /** The provider's identifier of the person. */
  subject: string
  linkedAt: Date
}

/** Returns the identities linked to a person, oldest first: at most one for each issuer, past issuers included. */
export const listIdentities = (ctx: Context, staffId: string): Promise<LinkedIdentity[]> =>
  sql<LinkedIdentity>(
    ctx,
    `select issuer, subject, linked_at as "linkedAt" from staff_identity where staff_id = $1
     order by linked_at, issuer`,
    [staffId],
  )
