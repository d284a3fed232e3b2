import {
  AuditChoicesDocument,
  AuditEntriesDocument,
  type AuditFilterInput,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'
import type { AuditSearch } from '../../lib/search/audit-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'

export function auditFilter(
  { who, act, target, range, text }: AuditSearch,
  merchantId: string | null,
  zone: Zone,
): AuditFilterInput {
  const instants = range === undefined ? null : resolveRange(range, zone, nowMs())
  return {
    actor: who ?? null,
    action: act ?? null,
    targetIds: target?.split(',') ?? null,
    merchantId,
    from: instants?.from ?? null,
    to: instants?.to ?? null,
    text: text ?? null,
  }
}

export const auditQuery = defineListQuery({
  document: AuditEntriesDocument,
  variables: (filter: AuditFilterInput) => ({ filter }),
  rows: ({ auditEntries }) => auditEntries,
})

/** Loads the values that the filters of the audit log offer. */
export const auditChoicesQuery = gqlQuery(AuditChoicesDocument, {})
