import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'SignInThrottle',
  tableName: 'sign_in_throttle',
  properties: {
    subject: p.blob().$type<Buffer>().primary(),
    attemptedAt: p.array<Date>().columnType('timestamptz(3)[]'),
    lastAttemptAt: p.datetime(3),
  },
})

/** Recent sign-in attempts for one subject: a keyed hash of an account, of a network, or of both. */
export class SignInThrottle extends schema.class {}
schema.setClass(SignInThrottle)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    sign_in_throttle: InferKyselyTable<typeof schema>
  }
}
