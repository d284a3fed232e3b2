import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const PIX_ENVIRONMENTS = ['production', 'sandbox'] as const
export type PixEnvironment = (typeof PIX_ENVIRONMENTS)[number]

/**
 * `active`: receives new charges. `draining`: the account gets no new charges, but keeps its earlier charges. `off`:
 * the service makes no call to the PSP of the account.
 */
export const PIX_ACCOUNT_STATES = ['active', 'draining', 'off'] as const
export type PixAccountState = (typeof PIX_ACCOUNT_STATES)[number]

const schema = defineEntity({
  name: 'PixAccount',
  tableName: 'pix_account',
  properties: {
    id: p.text().primary(),
    /** The name of the profile, which describes how the API of the PSP differs from the standard. */
    profile: p.text(),
    environment: p.enum(PIX_ENVIRONMENTS),
    baseUrl: p.text().strictNullable(),
    tokenUrl: p.text().strictNullable(),
    clientId: p.text().strictNullable(),
    /** The Pix key (DICT) that receives the payments. */
    pixKey: p.text().strictNullable(),
    certFile: p.text().strictNullable(),
    keyFile: p.text().strictNullable(),
    caFile: p.text().strictNullable(),
    caPem: p.text().strictNullable(),
    certificateEndsAt: p.datetime(3).strictNullable(),
    /** The largest amount of a charge. Null means no limit. */
    chargeCeilingCents: p.bigint().strictNullable(),
    /** The largest amount of a payout. Null means no limit. */
    payoutCeilingCents: p.bigint().strictNullable(),
    state: p.enum(PIX_ACCOUNT_STATES),
    /** Counts the changes of the connection, the secrets and the state. */
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/**
 * An account at a PSP that receives payments. The account `default` has no connection columns: its connection comes
 * from the settings `PIX_*`.
 */
export class PixAccount extends schema.class {}
schema.setClass(PixAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    pix_account: InferKyselyTable<typeof schema>
  }
}
