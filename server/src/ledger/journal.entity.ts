import { defineEntity, p } from '@mikro-orm/core'
import { POSITIONS, type Position } from './chart.ts'

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
    sourceType: p.text(),
    sourceId: p.uuid(),
    dedupeKey: p.text(),
    reversesId: p.uuid().$type<string | null>(),
    economicAt: p.datetime(3),
    postedAt: p.datetime(3),
    actor: p.text(),
    correlationId: p.text(),
  },
})

/** One posting. Written by the posting function alone; read here. */
export class JournalEntry extends entrySchema.class {}
entrySchema.setClass(JournalEntry)

const lineSchema = defineEntity({
  name: 'JournalLine',
  tableName: 'journal_line',
  readonly: true,
  properties: {
    merchantId: p.uuid().primary(),
    journalId: p.uuid().primary(),
    lineNo: p.integer().primary(),
    entrySeq: p.bigint(),
    accountCode: p.text(),
    position: p.enum(POSITIONS).$type<Position | null>(),
    amountCents: p.bigint(),
    balanceAfterCents: p.bigint(),
    economicAt: p.datetime(3),
    chargeId: p.uuid().$type<string | null>(),
    paymentId: p.uuid().$type<string | null>(),
    caseId: p.uuid().$type<string | null>(),
    payoutId: p.uuid().$type<string | null>(),
  },
})

/** One line of a posting; lines without a position are ours alone and never leave the server. */
export class JournalLine extends lineSchema.class {}
lineSchema.setClass(JournalLine)
