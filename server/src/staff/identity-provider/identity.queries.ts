import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/** The account of a person at an identity provider. */
export interface LinkedIdentity {
  issuer: string
  /** The provider's identifier of the person. */
  subject: string
  linkedAt: Date
}

/**
 * Returns the identities linked to a person, oldest first. A person has at most one identity for each issuer, including
 * past issuers.
 */
export const listIdentities = (ctx: Context, staffId: string): Promise<LinkedIdentity[]> =>
  db(ctx)
    .selectFrom('staff_identity')
    .select(['issuer', 'subject', 'linked_at as linkedAt'])
    .where('staff_id', '=', staffId)
    .orderBy('linked_at')
    .orderBy('issuer')
    .execute()
