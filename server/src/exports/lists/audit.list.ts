import { z } from 'zod'
import { listAudit, type AuditLine } from '../../audit/audit.queries.ts'
import { nameOfEntryActor } from '../../statement/audit/audit-names.ts'
import { exportList } from '../export-list.ts'
import { moment, orUndefined, someMerchant, redactSearch, words } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  line: AuditLine
  actor: string
  merchant: string
}

export const auditList = exportList({
  permission: 'audit.read',
  cells: 'all',
  filter: z.strictObject({
    actor: words,
    action: words,
    targetIds: z.array(z.string().max(100)).max(50).nullish(),
    merchantId: someMerchant,
    from: moment,
    to: moment,
    text: words,
  }),
  period: ({ from, to }) => ({ from: from ?? null, to: to ?? null }),
  auditFilter: ({ text, ...filter }) => ({ ...filter, text: redactSearch(text) }),
  columns: {
    action: ['code', ({ line }: Row) => line.action],
    occurred_at: ['time', ({ line }) => line.occurredAt],
    actor: ['code', ({ actor }) => actor],
    target_type: ['code', ({ line }) => line.targetType],
    target_id: ['text', ({ line }) => line.targetId],
    merchant: ['text', ({ merchant }) => merchant],
    reason: ['text', ({ line }) => line.reason],
    role: ['code', ({ line }) => line.role],
    ip: ['text', ({ line }) => line.ip],
    correlation_id: ['text', ({ line }) => line.correlationId],
    id: ['text', ({ line }) => line.id],
  },
  async page(ctx, { actor, action, targetIds, merchantId, from, to, text }, request) {
    const filter = {
      actor: orUndefined(actor),
      action: orUndefined(action),
      targetIds: orUndefined(targetIds),
      merchantId: orUndefined(merchantId),
      from: orUndefined(from),
      to: orUndefined(to),
      text: orUndefined(text),
    }
    const { items, ...page } = await listAudit(ctx, filter, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const rows = items.map(async (line) => ({
      line,
      actor: await nameOfEntryActor(ctx, line),
      merchant: nameOf(line),
    }))
    return { ...page, items: await Promise.all(rows) }
  },
})
