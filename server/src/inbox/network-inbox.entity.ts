import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const INBOX_KINDS = ['pix', 'devolucao'] as const
const INBOX_SOURCES = ['callback', 'sweep', 'issuance'] as const
/**
 * How a payment or return was reported: by a callback, by a sweep of the PSP's lists, or in the response to a request
 * about one charge.
 */
export type InboxSource = (typeof INBOX_SOURCES)[number]

const INBOX_STATES = ['waiting', 'done', 'parked'] as const
export type InboxState = (typeof INBOX_STATES)[number]

const schema = defineEntity({
  name: 'InboxMessage',
  tableName: 'network_inbox',
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(INBOX_KINDS),
    dedupeKey: p.text(),
    endToEndId: p.text(),
    txid: p.text().strictNullable(),
    amountCents: p.bigint(),
    paidAt: p.datetime(3),
    raw: p.json<unknown>(),
    source: p.enum(INBOX_SOURCES),
    state: p.enum(INBOX_STATES),
    attempts: p.integer(),
    lastError: p.text().strictNullable(),
    nextAttemptAt: p.datetime(3),
    receivedAt: p.datetime(3),
    doneAt: p.datetime(3).strictNullable(),
    /** The correlation id of the callback, request or job run that reported the payment or return. */
    correlationId: p.uuid().strictNullable(),
    pixAccountId: p.text().default('default'),
    /** The cell to which the row was forwarded, because its merchant has moved. */
    forwardedTo: p.text().strictNullable(),
  },
})

/**
 * A payment or a return (devolução) that the network reported. Another report with the same kind and `dedupe_key` adds
 * no row. After the processing, the row stays until its retention period ends.
 */
export class InboxMessage extends schema.class {}
schema.setClass(InboxMessage)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    network_inbox: InferKyselyTable<typeof schema>
  }
}
