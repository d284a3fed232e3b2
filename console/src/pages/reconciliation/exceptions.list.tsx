import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { ReconciliationExceptionsQuery } from '../../api/generated/graphql.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { differenceName, exceptionKind, reconciliation as texts, remedyName } from './texts.ts'
import { actorName, auditActor, named } from '../../lib/i18n/people/audit.ts'
import type { Text } from '../../lib/text.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { LABELLED_NOTE, type Column } from '../../ui/lists/column.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { differenceCents, differenceSentence } from './difference-sentence.ts'
import { totals } from './difference-texts.ts'
import { CloseAction } from './CloseAction.tsx'
import { exceptionsQuery } from './queries.ts'

type Row = ReconciliationExceptionsQuery['reconciliationExceptions']['nodes'][number]

/** The details of an exception that have their own columns in the exported file. */
const DIFFERENCES = [
  { id: 'recorded', header: named(differenceName, 'recorded_cents') },
  { id: 'network', header: named(differenceName, 'network_cents') },
  { id: 'received', header: named(differenceName, 'received_cents') },
  { id: 'network_status', header: named(differenceName, 'network_status'), words: { absent: texts.absent } },
  { id: 'paid_at', header: named(differenceName, 'paid_at') },
] as const

const STATE_NAMES = { open: texts.open, closed: texts.closed }

/** The amounts of an exception and their difference. Only the page has these columns. */
const AMOUNT_COLUMNS: readonly Column<Row>[] = [
  {
    header: totals.recorded,
    align: 'end',
    cell: (row) => <Money cents={row.recordedCents} />,
    card: LABELLED_NOTE,
  },
  {
    header: totals.network,
    align: 'end',
    cell: (row) => <Money cents={row.networkCents} />,
    card: LABELLED_NOTE,
  },
  {
    header: texts.difference,
    align: 'end',
    cell: (row) => <Money cents={differenceCents(row)} signed />,
    card: { slot: 'note', label: true },
  },
]

/** A day, and the ids of its open exceptions. */
export type MarkedDay = { name: Text; ids: readonly string[] }

/**
 * Open or closed reconciliation exceptions, newest first. `merchantName` is null for all merchants. Marks the
 * exceptions of the day `marked`.
 */
export const exceptionsList = (state: Row['state'], merchantName: string | null, marked?: MarkedDay) =>
  defineList({
    name: 'reconciliation-exceptions',
    title: texts.exceptions,
    ...exceptionsQuery,
    filters: { ...MERCHANT_FILTER, state: [texts.state, STATE_NAMES] },
    columns: [
      {
        header: texts.kind,
        cell: (row) => <KindCell row={row} marked={marked} />,
        card: {
          slot: 'title',
          cell: (row, t) => (
            <>
              {t(exceptionKind[row.kind])} <DayMark row={row} marked={marked} />
            </>
          ),
        },
        exports: [{ id: 'kind', words: exceptionKind }],
      },
      {
        header: texts.endToEnd,
        cell: (row) => <PaymentCell row={row} />,
        card: { slot: 'note', cell: (row) => <PaymentNote row={row} /> },
        exports: ['end_to_end_id'],
      },
      { header: texts.details, exports: DIFFERENCES },
      ...AMOUNT_COLUMNS,
      {
        header: texts.merchant,
        card: { slot: 'note', label: true, cell: (row) => row.merchant.name },
        exports: ['merchant'],
      },
      {
        header: texts.openedAt,
        cell: (row) => <When at={row.openedAt} />,
        card: { slot: 'note', label: true },
        exports: ['opened_at', { id: 'state', header: texts.state, words: STATE_NAMES }],
      },
      {
        header: texts.close,
        hidden: state === 'closed',
        headerHidden: true,
        align: 'end',
        cell: (row) => <CloseAction row={row} />,
        card: 'aside',
      },
      {
        header: texts.resolution,
        hidden: state === 'open',
        cell: (row) => <Resolution row={row} />,
        card: 'note',
        exports: [
          'resolution',
          { id: 'remedy', header: texts.remedy, words: remedyName },
          { id: 'closed_by', header: texts.closedBy, words: auditActor },
          { id: 'closed_at', header: texts.closedAt },
        ],
      },
      ID_COLUMN,
    ],
    empty: {
      icon: IconChecklist,
      title: state === 'open' ? texts.emptyTitle(merchantName) : texts.closedEmptyTitle(merchantName),
      body: state === 'open' ? texts.emptyBody(merchantName) : texts.closedEmptyBody,
    },
    skeletonRows: 4,
  })

function DayMark({ row, marked }: { row: Row; marked: MarkedDay | undefined }) {
  const t = useText()
  return marked?.ids.includes(row.id) === true && <Badge tone="warning">{t(texts.ofDay(marked.name))}</Badge>
}

function KindCell({ row, marked }: { row: Row; marked: MarkedDay | undefined }) {
  const t = useText()
  return (
    <>
      <div>
        {t(exceptionKind[row.kind])} <DayMark row={row} marked={marked} />
      </div>
      <DifferenceSentence row={row} />
      <Link to="/merchants/$merchantId" params={{ merchantId: row.merchantId }} className="faint">
        {row.merchant.name}
      </Link>
    </>
  )
}

function DifferenceSentence({ row }: { row: Row }) {
  const t = useText()
  const { language } = usePreferences()
  const sentence = differenceSentence(row, language)
  return sentence && <div>{t(sentence)}</div>
}

function PaymentCell({ row }: { row: Row }) {
  const t = useText()
  const { endToEndId, chargeId } = row
  return (
    <>
      <span className="reference wide">
        <CopyText text={endToEndId} name={t(texts.endToEnd)} />
      </span>
      {chargeId !== null && (
        <div>
          <Link to="/charges/$chargeId" params={{ chargeId }}>
            {t(texts.openCharge)}
          </Link>
        </div>
      )}
      <Differences row={row} />
    </>
  )
}

function PaymentNote({ row }: { row: Row }) {
  return (
    <>
      <DifferenceSentence row={row} />
      <PaymentCell row={row} />
    </>
  )
}

/** Shows the details of an exception except its amounts, which have columns. A detail named `…_at` is an instant. */
function Differences({ row }: { row: Row }) {
  const t = useText()
  const others = row.details.filter(({ name }) => !name.endsWith('_cents'))
  return others.map(({ name, value }) => {
    const text = differenceName[name]
    return (
      <div key={name}>
        <span className="faint">{text ? t(text) : name}: </span>
        <Difference name={name} value={value} />
      </div>
    )
  })
}

function Difference({ name, value }: { name: string; value: string }) {
  const t = useText()
  if (name.endsWith('_at')) return <When at={value} precision="second" />
  return value === 'absent' ? t(texts.absent) : value
}

function Resolution({ row }: { row: Row }) {
  const t = useText()
  return (
    <>
      <div>{row.resolution}</div>
      {row.remedy !== null && row.remedy !== 'none' && <div>{t(remedyName[row.remedy])}</div>}
      {row.leftUnsettled && <div>{t(texts.leftUnsettled)}</div>}
      <div className="faint">
        {row.closedBy !== null && t(actorName(row.closedBy))} · <When at={row.closedAt} />
      </div>
    </>
  )
}
