import { IconGavel } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { caseActors, cases as texts } from './texts.ts'
import { caseColumns, evidenceTimes } from '../../lib/i18n/finance/cases.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { CaseFieldsFragment } from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import type { Text } from '../../lib/text.ts'
import { caseNeedsPerson } from '../../lib/values/case-action.ts'
import { caseKind, caseStatus } from '../../lib/i18n/status.ts'
import { CaseKindBadge, CaseStatusBadge, DeadlineBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { casesQuery } from './queries.ts'

type Row = CaseFieldsFragment

/** The list of cases. Open cases are ordered by deadline, closed cases by the date on which they were closed. */
export const casesList = defineList({
  name: 'cases',
  title: texts.title,
  ...casesQuery,
  filters: {
    ...MERCHANT_FILTER,
    kind: [caseColumns.kind, caseKind],
    status: [texts.status, caseStatus],
    hasException: null,
  },
  columns: [
    { header: texts.charge, cell: (row) => <CaseLink row={row} />, card: 'title', exports: ['charge'] },
    {
      header: caseColumns.kind,
      cell: (row) => <CaseKindBadge kind={row.kind} />,
      card: {
        slot: 'note',
        cell: (row) => (
          <>
            <CaseKindBadge kind={row.kind} /> <Actors row={row} />
          </>
        ),
      },
      exports: [{ id: 'kind', words: caseKind }],
    },
    {
      header: texts.amount,
      align: 'end',
      cell: (row) => <Money cents={row.amountCents} />,
      card: 'aside',
      exports: ['amount'],
    },
    {
      header: texts.status,
      cell: (row) => (
        <>
          <CaseStatusBadge row={row} /> <Actors row={row} />
        </>
      ),
      card: { slot: 'noteAside', cell: (row) => <CaseStatusBadge row={row} /> },
      exports: [{ id: 'status', words: caseStatus }],
    },
    { header: caseColumns.opened, cell: (row) => <When at={row.openedAt} />, exports: ['opened_at'] },
    {
      header: evidenceTimes.deadline,
      cell: (row) => <Deadline row={row} />,
      card: {
        slot: 'note',
        label: ({ closedAt }) => (closedAt === null ? evidenceTimes.deadline : texts.closed),
        cell: (row) => (row.closedAt === null ? <Deadline row={row} /> : <When at={row.closedAt} />),
      },
      exports: ['answer_until', { id: 'closed_at', header: texts.closed }],
    },
    {
      header: texts.merchant,
      wide: true,
      cell: (row) => row.merchant.name,
      card: { slot: 'note', label: true },
      exports: ['merchant'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconGavel, title: texts.emptyTitle, body: texts.emptyBody },
})

function CaseLink({ row }: { row: Row }) {
  return (
    <Link
      to="/cases/$caseId"
      params={{ caseId: row.id }}
      search={{ of: row.merchantId }}
      className="reference"
    >
      {row.orderReference ?? row.endToEndId ?? row.id}
    </Link>
  )
}

/** Says which roles must act on an open case, or that nobody must. Renders nothing for a closed case. */
function Actors({ row }: { row: Row }) {
  const t = useText()
  if (row.status !== 'open') return null
  return actorsOf(row).map((text) => (
    <div key={text[0]} className="faint">
      {t(text)}
    </div>
  ))
}

function actorsOf(row: Row): readonly Text[] {
  if (!caseNeedsPerson(row)) return [caseActors.nobody]
  const { dispute } = row
  if (dispute?.status === 'open')
    return [...(dispute.evidenceAt === null ? [caseActors.answer] : []), caseActors.decide]
  if (row.exception !== null) return [caseActors.retry]
  return [row.isReturnOverdue ? caseActors.overdue : caseActors.somebody]
}

function Deadline({ row }: { row: Row }) {
  const t = useText()
  if (row.closedAt !== null)
    return (
      <>
        {t(texts.closed)} <When at={row.closedAt} />
      </>
    )
  if (row.dispute?.status !== 'open') return <span className="faint">{t(texts.noDeadline)}</span>
  const { answerUntil } = row.dispute
  return (
    <>
      <When at={answerUntil} /> (<When at={answerUntil} relative />) <DeadlineBadge dispute={row.dispute} />
    </>
  )
}
