import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const LISTING_STATES = ['waiting', 'settled', 'differs'] as const

const schema = defineEntity({
  name: 'NetworkListing',
  tableName: 'network_listing',
  properties: {
    endToEndId: p.text().primary(),
    amountCents: p.bigint(),
    paidAt: p.datetime(3),
    listedAt: p.datetime(3),
    state: p.enum(LISTING_STATES),
    attempts: p.integer(),
    nextAttemptAt: p.datetime(3),
    pixAccountId: p.text().default('default'),
    /** The cell to which the row was forwarded, because its merchant has moved. */
    forwardedTo: p.text().strictNullable(),
  },
})

/**
 * A payment in the PSP's list of received Pix. Settlement compares this payment with the payment that the service
 * recorded.
 */
export class NetworkListing extends schema.class {}
schema.setClass(NetworkListing)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    network_listing: InferKyselyTable<typeof schema>
  }
}
