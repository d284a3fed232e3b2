import { IconHistory } from '@tabler/icons-react'
import { roles } from '../../lib/i18n/people/staff.ts'
import { exported, auditAct, auditTarget, audit as texts } from './texts.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { common, outcomes } from '../../lib/i18n/common.ts'
import { auditActor } from '../../lib/i18n/people/audit.ts'
import { When } from '../../ui/values/When.tsx'
import { AuditSentence } from './AuditSentence.tsx'
import { auditQuery } from './queries.ts'

/** The entries of the audit log, newest first. */
export const auditList = defineList({
  name: 'audit',
  title: texts.title,
  ...auditQuery,
  filters: {
    ...MERCHANT_FILTER,
    actor: [exports.actor, auditActor],
    action: [exported.action, auditAct],
    targetIds: [exported.target],
    from: [exports.from],
    to: [exports.until],
    text: [common.reason],
  },
  columns: [
    {
      header: texts.what,
      cell: (row) => <AuditSentence row={row} />,
      card: 'title',
      exports: [{ id: 'action', header: exported.action, words: auditAct }],
    },
    {
      header: texts.when,
      cell: (row) => <When at={row.occurredAt} precision="second" />,
      card: 'note',
      exports: [{ id: 'occurred_at', header: exports.when }],
    },
    {
      header: texts.who,
      exports: [{ id: 'actor', header: exports.actor, words: auditActor }],
    },
    {
      header: texts.target,
      exports: [
        { id: 'target_type', header: exported.targetType, words: auditTarget },
        { id: 'target_id', header: exported.target },
      ],
    },
    {
      header: texts.merchant,
      cell: (row) => row.merchant?.name ?? '—',
      card: { slot: 'note', label: true, cell: (row) => row.merchant && row.merchant.name },
      exports: [{ id: 'merchant', header: exports.merchant }],
    },
    {
      header: common.reason,
      exports: ['reason'],
    },
    { header: exported.role, exports: [{ id: 'role', words: roles }] },
    { header: exported.address, exports: ['ip'] },
    { header: outcomes.correlation, exports: ['correlation_id'] },
    ID_COLUMN,
  ],
  empty: { icon: IconHistory, title: texts.emptyTitle, body: texts.emptyBody },
})
