import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const SESSION_METHODS = ['local', 'provider'] as const

const schema = defineEntity({
  name: 'StaffSession',
  tableName: 'staff_session',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    staffId: p.uuid(),
    startedAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
    endsAt: p.datetime(3),
    ip: p.text().strictNullable(),
    userAgent: p.text().strictNullable(),
    provedAt: p.datetime(3).strictNullable(),
    method: p.enum(SESSION_METHODS).default('local'),
    id: p.text().defaultRaw('generated always'),
  },
})

/** A session of a staff member, stored under the hash of its token. */
export class StaffSession extends schema.class {}
schema.setClass(StaffSession)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_session: InferKyselyTable<typeof schema>
  }
}
