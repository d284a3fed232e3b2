import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StatementSummaryQuery } from '../../api/generated/graphql.ts'
import { entryColumns } from '../../lib/i18n/finance/entries.ts'
import { nameWithHeld } from '../../lib/i18n/finance/held-payments.ts'
import { entryName } from '../../lib/i18n/status.ts'
import { countText } from '../../lib/text.ts'
import { formatWhen } from '../../lib/time/when.ts'
import { formatCents } from '../../lib/values/money.ts'
import { PositionBadge } from '../../shared/StatusBadge.tsx'
import { Figure, Figures } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/lists/column.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import type { Position } from '../../lib/values/status.ts'
import { statementSummaryQuery } from './queries.ts'
import type { StatementSearch } from './search.ts'
import classes from './Summary.module.css'
import {
  changeOf,
  mainCause,
  type KindRow,
  type PositionRow,
  type StatementChange,
} from './statement-change.ts'
import { summary as texts } from './texts.ts'

const POLL_MS = 15_000

type Summary = StatementSummaryQuery['statementSummary']

/** The opening and closing balance of the period, and its totals by position and by type of entry. */
export function StatementSummary({ search, merchantId }: { search: StatementSearch; merchantId: string }) {
  const t = useText()
  const { zone } = usePreferences()
  const options = statementSummaryQuery(search, merchantId, zone)
  const query = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.statementSummary.to === null ? POLL_MS : false),
  })
  return (
    <Section title={t(texts.title)}>
      <Loaded query={query} skeleton={<BlocksSkeleton heights={[90, 240]} />}>
        {({ statementSummary }) => (
          <div className={classes.summary} data-fading={query.isPlaceholderData}>
            <Change summary={statementSummary} position={search.position} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Change({ summary, position }: { summary: Summary; position: Position | undefined }) {
  const t = useText()
  const change = changeOf(summary, position)
  const isByPosting = summary.clock === 'posting'
  return (
    <>
      <p className={classes.headline}>
        <Headline change={change} />
      </p>
      {isByPosting && (
        <Balances summary={summary} change={change} feesCents={position ? null : summary.feesCents} />
      )}
      <div className={classes.tables}>
        {position === undefined && change.positions.length > 0 && (
          <DataTable
            label={t(texts.byPosition)}
            columns={isByPosting ? BALANCE_COLUMNS : MOVEMENT_COLUMNS}
            rows={change.positions}
            rowKey={(row) => row.position}
          />
        )}
        {change.kinds.length === 0 ? (
          <MutedText>{t(texts.none)}</MutedText>
        ) : (
          <DataTable
            label={t(texts.byKind)}
            columns={KIND_COLUMNS}
            rows={change.kinds}
            rowKey={(row) => row.entryType}
          />
        )}
      </div>
    </>
  )
}

/** One sentence that says how the balance changed, and which type of entry changed it most. */
function Headline({ change }: { change: StatementChange }) {
  const t = useText()
  const { language } = usePreferences()
  const { openingCents, closingCents, movedCents } = change
  const amount = (cents: bigint) => formatCents(cents, language)
  const moved = amount(movedCents < 0n ? -movedCents : movedCents)
  const cause = mainCause(change)
  const sentence =
    openingCents === null || closingCents === null
      ? texts.movedByFact(movedCents, moved)
      : texts.moved(movedCents, moved, amount(openingCents), amount(closingCents))
  return (
    <>
      <strong>{t(sentence)}</strong>{' '}
      {cause && t(texts.cause(movedCents, kindName(cause), amount(cause.cents)))}
    </>
  )
}

const kindName = ({ entryType }: KindRow) => entryName[entryType] ?? ([entryType, entryType] as const)

/**
 * The balances at the start and at the end of the period with their times, the change between them, the fees and the
 * number of lines. `feesCents` is null if the statement shows only one position.
 */
function Balances(props: { summary: Summary; change: StatementChange; feesCents: string | null }) {
  const { summary, change, feesCents } = props
  const t = useText()
  const { language, zone } = usePreferences()
  const when = (at: string) => formatWhen(at, { language, zone, precision: 'minute' })
  const { opening, closing } = summary
  if (opening === null || closing === null) return null
  // The end of a period is not part of the period, so show the last millisecond before the end.
  const end = summary.to === null ? closing.asOf : new Date(Date.parse(closing.asOf) - 1).toISOString()
  return (
    <Figures label={t(texts.balances)}>
      <Figure name={t(texts.openingAt(when(opening.asOf)))}>
        <Money cents={change.openingCents} />
      </Figure>
      <Figure name={t(texts.movement)}>
        <Money cents={change.movedCents} movement />
      </Figure>
      <Figure name={t(texts.closingAt(when(end)))}>
        <Money cents={change.closingCents} />
      </Figure>
      {feesCents !== null && (
        <Figure name={t(texts.fees)}>
          <Money cents={feesCents} />
        </Figure>
      )}
      <Figure name={t(texts.lines)}>
        <Count count={change.linesCount} />
      </Figure>
    </Figures>
  )
}

const NAME_COLUMN: Column<PositionRow> = {
  header: entryColumns.position,
  cell: (row) => <PositionBadge position={row.position} name={nameWithHeld(row.position)} />,
  card: 'title',
}

const MOVEMENT_COLUMNS: readonly Column<PositionRow>[] = [
  NAME_COLUMN,
  {
    header: texts.movement,
    align: 'end',
    cell: (row) => <Money cents={row.movedCents} movement />,
    card: 'aside',
  },
]

const BALANCE_COLUMNS: readonly Column<PositionRow>[] = [
  NAME_COLUMN,
  {
    header: texts.opening,
    align: 'end',
    cell: (row) => <Money cents={row.openingCents} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.movement,
    align: 'end',
    cell: (row) => <Money cents={row.movedCents} movement />,
    card: 'aside',
  },
  {
    header: texts.closing,
    align: 'end',
    cell: (row) => <Money cents={row.closingCents} />,
    card: { slot: 'noteAside', label: true },
  },
]

const KIND_COLUMNS: readonly Column<KindRow>[] = [
  { header: texts.kind, cell: (row, t) => t(kindName(row)), card: 'title' },
  { header: texts.lines, align: 'end', cell: (row) => <Count count={row.linesCount} />, wide: true },
  { header: texts.byPosition, cell: (row) => <Parts row={row} />, card: 'note' },
  {
    header: texts.effect,
    align: 'end',
    cell: (row) => <Money cents={row.cents} movement />,
    card: 'aside',
  },
]

function Count({ count }: { count: number }) {
  const { language } = usePreferences()
  return countText(count, language)
}

/** The amounts of one type of entry by position. */
function Parts({ row: { parts } }: { row: KindRow }) {
  const t = useText()
  return (
    <span className={classes.parts}>
      {parts.map(({ position, cents }) => (
        <span key={position} className={classes.part}>
          {t(nameWithHeld(position))} <Money cents={cents} movement />
        </span>
      ))}
    </span>
  )
}
