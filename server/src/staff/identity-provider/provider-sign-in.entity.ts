import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const PROVIDER_PURPOSES = ['sign-in', 'step-up'] as const

const schema = defineEntity({
  name: 'StaffProviderSignIn',
  tableName: 'staff_provider_sign_in',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    purpose: p.enum(PROVIDER_PURPOSES),
    returnTo: p.text(),
    startedAt: p.datetime(3),
    endsAt: p.datetime(3),
  },
})

/** A pending sign-in or step-up at the identity provider. */
export class StaffProviderSignIn extends schema.class {}
schema.setClass(StaffProviderSignIn)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_provider_sign_in: InferKyselyTable<typeof schema>
  }
}
