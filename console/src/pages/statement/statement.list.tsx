import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { clockName, exported, statement as texts } from './texts.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { defineList } from '../../api/define-list.ts'
import type { StatementLineFragment } from '../../api/generated/graphql.ts'
import { YES_NO } from '../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { suspension } from '../../lib/i18n/finance/suspensions.ts'
import { reversals, entryColumns } from '../../lib/i18n/finance/entries.ts'
import { entryName, positionName } from '../../lib/i18n/status.ts'
import { EntryLink } from '../../shared/EntryLink.tsx'
import { PositionBadge } from '../../shared/StatusBadge.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './StatementPage.module.css'
import { statementQuery } from './queries.ts'

type Line = StatementLineFragment

/** The type of the journal entry of a payout. The description of a payout's entry is the bank reference. */
const PAYOUT_ENTRY_TYPE = 'gateway.external_payout'

/**
 * The journal lines of a merchant by posting date, newest first. The first two cells of a line show the journal entry
 * of the line, so they are the same for all lines of an entry.
 */
export const statementList = defineList({
  name: 'statement',
  title: texts.title,
  ...statementQuery,
  filters: {
    ...MERCHANT_FILTER,
    clock: [texts.clock, clockName],
    from: [exports.from],
    to: [exports.until],
    position: [entryColumns.position, positionName],
    entry: [texts.journal],
  },
  columns: [
    {
      header: entryColumns.entry,
      cell: (line) => <EntryHead line={line} />,
      exports: [
        { id: 'economic_at', header: exports.when },
        { id: 'entry', words: entryName },
        { id: 'reversal', header: reversals.reversal, words: YES_NO },
        { id: 'order_reference', header: texts.order },
        { id: 'payout', header: texts.payout },
      ],
    },
    {
      header: entryColumns.postedAt,
      cell: (line) => <When at={line.postedAt} precision="second" />,
      exports: ['posted_at'],
    },
    {
      header: entryColumns.position,
      cell: (line) => <PositionBadge position={line.position} />,
      exports: [{ id: 'position', words: positionName }],
    },
    {
      header: entryColumns.amount,
      align: 'end',
      cell: (line) => <Money cents={line.amountCents} movement />,
      exports: ['amount'],
    },
    {
      header: texts.balanceAfter,
      align: 'end',
      cell: (line) => <Money cents={line.balanceAfterCents} />,
      exports: ['balance_after'],
    },
    { header: texts.journal, exports: ['journal_id'] },
    { header: exported.line, exports: ['line_no'] },
  ],
  empty: { icon: IconFileText, title: texts.emptyTitle, body: texts.emptyBody },
  skeletonRows: 10,
  shown: texts.shown,
})

/**
 * The list `statementList` by date of the fact. This list shows no balances, because a balance has no meaning in this
 * order.
 */
export const statementByFact = {
  ...statementList,
  columns: statementList.columns.filter(({ header }) => header !== texts.balanceAfter),
}

function EntryHead({ line }: { line: Line }) {
  const t = useText()
  return (
    <div className={classes.head} title={`${t(texts.journal)}: ${line.journalId}`}>
      <span className={classes.name}>
        <EntryLink here line={line} />
      </span>
      <span className={classes.note}>
        <span>
          {t(texts.fact)} <When at={line.economicAt} precision="second" />
        </span>
        <SourceLink line={line} />
        <CaseLink line={line} />
      </span>
    </div>
  )
}

function CaseLink({ line: { caseId, merchantId } }: { line: Line }) {
  const t = useText()
  if (caseId === null) return null
  return (
    <Link to="/cases/$caseId" params={{ caseId }} search={{ of: merchantId }}>
      {t(suspension.openCase)}
    </Link>
  )
}

/** Links to the charge or payout of the entry. */
function SourceLink({ line }: { line: Line }) {
  const t = useText()
  const { charge, payoutId } = line
  if (charge)
    return (
      <Link to="/charges/$chargeId" params={{ chargeId: charge.id }}>
        {charge.orderReference}
      </Link>
    )
  if (payoutId === null) return null
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId }} search={{ merchant: line.merchantId }}>
      {line.eventType === PAYOUT_ENTRY_TYPE ? line.description : t(texts.payout)}
    </Link>
  )
}
