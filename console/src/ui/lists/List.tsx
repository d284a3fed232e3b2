import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { common, outcomes } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import type { Column, Sorting } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyMessage, NoMatch } from './EmptyMessage.tsx'
import classes from './List.module.css'
import { Loaded, type QueryState } from './Loaded.tsx'
import { LoadMore, type Count, type Paged } from './LoadMore.tsx'
import { Card, Section } from '../Page.tsx'
import { useText } from '../preferences.tsx'
import { RowsSkeleton } from './Skeletons.tsx'
import { LiveRegion } from '../values/LiveRegion.tsx'

/** The rows of a list and the state of the query. A paged list also has a count of its rows and a count of new rows. */
export type ListSource<Row> = {
  rows: readonly Row[]
  query: QueryState<unknown> & { isPlaceholderData: boolean } & Partial<Paged>
  count?: Count
  newRows?: { count: number; more: boolean }
  showNewRows?: () => void
}

/** The appearance of a list. */
export type ListView<Row> = {
  title: Text
  columns: readonly Column<Row>[]
  /** The message when the list is empty and no filter is set. */
  empty: { icon: Icon; title: Text; body: Text }
  skeletonRows?: number
  /** Says how many rows are shown; by default, counts them as items. */
  shown?: (count: number) => Text
}

const DEFAULT_SKELETON_ROWS = 8

type FrameProps<Row> = {
  list: ListView<Row>
  source: ListSource<Row>
  /** Clears the filters; null or absent when no filter is set. */
  onClear?: (() => void) | null
}

/** Renders everything around the rows of a list: skeleton, error, empty state, notice of new rows, and paging. */
export function ListFrame<Row>(
  props: FrameProps<Row> & {
    children: (rows: readonly Row[]) => ReactNode
  },
) {
  const t = useText()
  const { list, source } = props
  const { rows, query } = source
  const isEmpty = query.data !== undefined && rows.length === 0
  return (
    <>
      <NewRowsNotice source={source} />
      <LiveRegion>{isEmpty && t(props.onClear ? outcomes.noMatchTitle : list.empty.title)}</LiveRegion>
      <Loaded query={query} skeleton={<RowsSkeleton rows={list.skeletonRows ?? DEFAULT_SKELETON_ROWS} />}>
        {() => (rows.length === 0 ? <EmptyState {...props} /> : props.children(rows))}
      </Loaded>
      {rows.length > 0 && isPaged(query) && (
        <LoadMore shown={(list.shown ?? common.shown)(rows.length)} list={query} count={source.count} />
      )}
    </>
  )
}

/** A list as a table in a card. The card has a heading only if the list has an `aside`. */
export function List<Row extends { id: string }>(
  props: FrameProps<Row> & {
    aside?: ReactNode
    sorting?: Sorting
    onOpen?: (row: Row) => void
  },
) {
  const t = useText()
  const { list, source, aside, onOpen } = props
  const title = t(list.title)
  const content = (
    <ListFrame {...props}>
      {(rows) => (
        <DataTable
          label={title}
          columns={list.columns}
          rows={rows}
          rowKey={(row) => row.id}
          sorting={props.sorting}
          fading={source.query.isPlaceholderData}
          {...(onOpen && { onOpen })}
        />
      )}
    </ListFrame>
  )
  return aside === undefined ? (
    <Card flush label={title}>
      {content}
    </Card>
  ) : (
    <Section flush title={title} aside={aside}>
      {content}
    </Section>
  )
}

function isPaged<Query extends Partial<Paged>>(query: Query): query is Query & Paged {
  return query.fetchNextPage !== undefined
}

/**
 * Announces new rows. The live region is always mounted, otherwise screen readers would not announce its text. The
 * notice floats above the list, so people see the notice at any scroll position and no row moves.
 */
function NewRowsNotice<Row>({ source: { newRows, showNewRows } }: { source: ListSource<Row> }) {
  const t = useText()
  if (newRows === undefined) return null
  return (
    <div role="status" className={classes.newRows}>
      {newRows.count > 0 && (
        <div className={classes.pill}>
          <span>{t(newRows.more ? common.freshMany(newRows.count) : common.fresh(newRows.count))}</span>
          <Button size="compact-sm" variant="light" onClick={showNewRows}>
            {t(common.showFresh)}
          </Button>
        </div>
      )}
    </div>
  )
}

function EmptyState<Row>({ list: { empty }, onClear }: FrameProps<Row>) {
  const t = useText()
  if (onClear) return <NoMatch onClear={onClear} />
  return (
    <EmptyMessage icon={empty.icon} title={t(empty.title)}>
      {t(empty.body)}
    </EmptyMessage>
  )
}
