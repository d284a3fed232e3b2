import { sql, type Expression } from 'kysely'

/** A dispatcher's claim of a delivery. */
export interface Claim {
  /** The id of the delivery. */
  id: string
  claim_id: string
}

/** Returns the claims as a table named `claim` for a query. */
export interface Claims {
  ids: string[]
  claimIds: string[]
}

export const columnsOf = (claims: readonly Claim[]): Claims => ({
  ids: claims.map(({ id }) => id),
  claimIds: claims.map((claim) => claim.claim_id),
})

/** Returns the claims as the table `claim` of a query. */
export function claimTable(ids: Expression<string[]>, claimIds: Expression<string[]>) {
  return sql<Claim>`unnest(${ids}::uuid[], ${claimIds}::uuid[])`.as<'claim'>(sql`claim (id, claim_id)`)
}
