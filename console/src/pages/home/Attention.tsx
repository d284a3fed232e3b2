import { Link } from '@tanstack/react-router'
import type { HomeQuery } from '../../api/generated/graphql.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import type { Column } from '../../ui/lists/column.ts'
import { useCan } from '../../api/me.ts'
import { usePayoutName } from '../../shared/links/payout-name.ts'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { When } from '../../ui/values/When.tsx'
import { attentionKind } from '../../shared/links/attention-kind.ts'
import { attention as texts } from './attention-texts.ts'
import classes from './HomePage.module.css'
import { moreText } from './more-text.ts'
import { nextSteps, type Step } from './next-steps.ts'
import { home } from './texts.ts'

type Home = HomeQuery['home']
type Item = Home['attention'][number]

const columnsFor = (ofAll: boolean): readonly Column<Item>[] => [
  { header: texts.item, cell: (item) => <ItemName item={item} />, card: 'title' },
  {
    header: texts.merchant,
    hidden: !ofAll,
    cell: (item) => item.merchant.name,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.amount,
    align: 'end',
    cell: (item) => <Amount item={item} />,
    card: 'aside',
  },
  {
    header: texts.deadline,
    cell: (item) => <Deadline item={item} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.nextStep,
    cell: ({ kind }) => (
      <div className={classes.lines}>
        {nextSteps[kind].map((step) => (
          <NextStep key={step.permission} step={step} />
        ))}
      </div>
    ),
    card: { slot: 'note', label: true },
  },
]

/** The records that need attention, by deadline, with the number of records of each kind. */
export function Attention({
  items,
  counts,
  merchantName,
}: {
  items: Home['attention']
  counts: Home['attentionCounts']
  /** The name of the chosen merchant; null for all merchants. */
  merchantName: string | null
}) {
  const t = useText()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section
      flush
      title={t(texts.title)}
      aside={total > items.length && t(texts.shownOf(items.length, total))}
    >
      {items.length === 0 ? (
        <div className={classes.nothing}>
          <MutedText>{t(texts.nothing(merchantName))}</MutedText>
        </div>
      ) : (
        <>
          <Counts counts={counts} />
          <DataTable
            label={t(texts.title)}
            columns={columnsFor(merchantName === null)}
            rows={items}
            rowKey={({ kind, id }) => `${kind} ${id}`}
          />
        </>
      )}
    </Section>
  )
}

/** The kinds of records that need attention, each with the number of records. Leaves out kinds without records. */
function Counts({ counts }: { counts: Home['attentionCounts'] }) {
  const t = useText()
  return (
    <ul className={classes.counts} aria-label={t(texts.byKind)}>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <li key={kind}>
            {t(attentionKind[kind])}: <strong>{t(home.count(count))}</strong>
          </li>
        ))}
    </ul>
  )
}

function ItemName({ item }: { item: Item }) {
  const t = useText()
  return (
    <div className={`${classes.lines} wide`}>
      <strong>{t(attentionKind[item.kind])}</strong>
      <ItemLink item={item} />
    </div>
  )
}

/** Link to the record that needs attention. */
function ItemLink({ item }: { item: Item }) {
  const t = useText()
  const { id, merchantId } = item
  const nameOf = usePayoutName()
  const name = item.label ?? t(texts.open)
  const search = { of: merchantId }
  switch (item.kind) {
    case 'dispute':
    case 'evidence_to_forward':
    case 'return_failed':
    case 'held_payment':
      return (
        <Link to="/cases/$caseId" params={{ caseId: id }} search={search}>
          {name}
        </Link>
      )
    case 'refund_failed':
    case 'issuance_stuck':
      return (
        <Link to="/charges/$chargeId" params={{ chargeId: item.chargeId ?? id }}>
          {name}
        </Link>
      )
    case 'payout_reserved':
      return (
        <Link to="/payouts/$payoutId" params={{ payoutId: id }} search={search}>
          {nameOf({ externalReference: item.label, amountCents: item.amountCents ?? '0' })}
        </Link>
      )
    case 'difference':
      return <Link to="/reconciliation">{name}</Link>
    case 'endpoint_disabled':
    case 'endpoint_paused':
    case 'endpoint_failing':
      return (
        <Link to="/webhooks/$endpointId" params={{ endpointId: id }} search={search}>
          <Breakable text={name} />
        </Link>
      )
  }
}

/** A step. To a person without the permission for the step, says which roles may take the step. */
function NextStep({ step }: { step: Step }) {
  const t = useText()
  return useCan(step.permission) ? <span>{t(step.own)}</span> : <span className="soft">{t(step.others)}</span>
}

function Amount({ item: { kind, amountCents } }: { item: Item }) {
  const t = useText()
  const { language } = usePreferences()
  if (amountCents === null) return '—'
  return kind === 'difference' ? t(moreText(amountCents, language)) : <Money cents={amountCents} />
}

/** The deadline of a record, or, for a record without a deadline, how long the record has needed attention. */
function Deadline({ item: { dueAt, since } }: { item: Item }) {
  const t = useText()
  return dueAt === null ? (
    <span className="soft">
      {t(texts.noDeadline)} <When at={since} relative />
    </span>
  ) : (
    <>
      <When at={dueAt} />{' '}
      <span className="soft">
        (<When at={dueAt} relative />)
      </span>
    </>
  )
}
