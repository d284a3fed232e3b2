import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { type LedgerCode, POSITIONS } from './chart.ts'

const SOURCE_TYPES = ['charge', 'gateway'] as const

const entrySchema = defineEntity({
  name: 'JournalEntry',
  tableName: 'journal_entry',
  readonly: true,
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    seq: p.bigint(),
    eventType: p.text(),
    description: p.text(),
    sourceType: p.enum(SOURCE_TYPES),
    sourceId: p.uuid(),
    dedupeKey: p.text(),
    reversesId: p.uuid().strictNullable(),
    economicAt: p.datetime(3),
    postedAt: p.datetime(3),
    actor: p.text(),
    correlationId: p.text(),
    debitTotalCents: p.bigint(),
    creditTotalCents: p.bigint(),
    prevHash: p.blob().$type<Buffer>(),
    hash: p.blob().$type<Buffer>(),
    hashVersion: p.smallint(),
  },
})

/** A journal entry. Only the database function `post_entries` writes journal entries. */
export class JournalEntry extends entrySchema.class {}
entrySchema.setClass(JournalEntry)

const lineSchema = defineEntity({
  name: 'JournalLine',
  tableName: 'journal_line',
  readonly: true,
  properties: {
    merchantId: p.uuid().primary(),
    journalId: p.uuid().primary(),
    lineNo: p.smallint().primary(),
    entrySeq: p.bigint(),
    accountCode: p.text().$type<LedgerCode>(),
    position: p.enum(POSITIONS).strictNullable(),
    debitCents: p.bigint(),
    creditCents: p.bigint(),
    amountCents: p.bigint(),
    balanceAfterCents: p.bigint(),
    accountVersion: p.bigint(),
    economicAt: p.datetime(3),
    chargeId: p.uuid().strictNullable(),
    paymentId: p.uuid().strictNullable(),
    caseId: p.uuid().strictNullable(),
    payoutId: p.uuid().strictNullable(),
  },
})

/** A line of a journal entry. A line without a position is internal: no API returns it. */
export class JournalLine extends lineSchema.class {}
lineSchema.setClass(JournalLine)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    journal_entry: InferKyselyTable<typeof entrySchema>
    journal_line: InferKyselyTable<typeof lineSchema>
  }
}
