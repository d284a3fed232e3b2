import { sql } from 'kysely'

/** The claim of a delivery, as its dispatcher knows it. */
export interface Claim {
  /** The id of the delivery. */
  id: string
  claim_id: string
}

/** Returns the claims as the table `claim` of a query. */
export function claimTable(claims: readonly Claim[]) {
  const ids = claims.map(({ id }) => id)
  const claimIds = claims.map((claim) => claim.claim_id)
  return sql<Claim>`unnest(${ids}::uuid[], ${claimIds}::uuid[])`.as<'claim'>(sql`claim (id, claim_id)`)
}
