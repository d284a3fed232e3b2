import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { common, outcomes } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import { DataTable, type Column } from './DataTable.tsx'
import { EmptyMessage, NoMatch } from './EmptyMessage.tsx'
import classes from './List.module.css'
import { Loaded, type QueryState } from './Loaded.tsx'
import { LoadMore, type Count, type Paged } from './LoadMore.tsx'
import { Card, Section } from '../Page.tsx'
import { useText } from '../preferences.tsx'
import { RowsSkeleton } from './Skeletons.tsx'
import { LiveRegion } from '../values/LiveRegion.tsx'

/** The rows of a list and the state of their query. A paged list also counts its rows and reports new ones. */
export type ListSource<Row> = {
  rows: readonly Row[]
  query: QueryState<unknown> & { isPlaceholderData: boolean } & Partial<Paged>
  count?: Count
  newRows?: { count: number; more: boolean }
  showNewRows?: () => void
}

/** The text of an empty list. With `onClear` the filters match nothing, and the button clears them. */
type EmptyStateProps = {
  empty: { icon: Icon; title: Text; body: Text }
  onClear?: (() => void) | null
}

const DEFAULT_SKELETON_ROWS = 8

/** Renders what surrounds the rows of every list: skeleton, error, empty state, new rows and paging. */
export function ListFrame<Row>(
  props: EmptyStateProps & {
    list: ListSource<Row>
    skeletonRows?: number
    children: (rows: readonly Row[]) => ReactNode
  },
) {
  const t = useText()
  const { list } = props
  const { rows, query } = list
  const isEmpty = query.data !== undefined && rows.length === 0
  return (
    <>
      <NewRowsNotice list={list} />
      <LiveRegion>{isEmpty && t(props.onClear ? outcomes.noMatchTitle : props.empty.title)}</LiveRegion>
      <Loaded query={query} skeleton={<RowsSkeleton rows={props.skeletonRows ?? DEFAULT_SKELETON_ROWS} />}>
        {() => (rows.length === 0 ? <EmptyState {...props} /> : props.children(rows))}
      </Loaded>
      {rows.length > 0 && isPaged(query) && <LoadMore shown={rows.length} list={query} count={list.count} />}
    </>
  )
}

/** A list as a table in a card. Only a list with an `aside` has its own heading. */
export function List<Row extends { id: string }>(
  props: EmptyStateProps & {
    title: string
    aside?: ReactNode
    list: ListSource<Row>
    columns: readonly Column<Row>[]
    card: (row: Row) => ReactNode
    onOpen?: (row: Row) => void
    skeletonRows?: number
  },
) {
  const { title, aside, list, onOpen } = props
  const content = (
    <ListFrame {...props}>
      {(rows) => (
        <DataTable
          label={title}
          columns={props.columns}
          rows={rows}
          rowKey={(row) => row.id}
          card={props.card}
          fading={list.query.isPlaceholderData}
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
 * Announces new rows. The live region is always mounted, otherwise screen readers would not announce it. It
 * floats above the list, so that it is visible at any scroll position and moves no row.
 */
function NewRowsNotice<Row>({ list: { newRows, showNewRows } }: { list: ListSource<Row> }) {
  const t = useText()
  if (newRows === undefined) return null
  return (
    <div role="status" className={classes['newRows']}>
      {newRows.count > 0 && (
        <div className={classes['pill']}>
          <span>{t(newRows.more ? common.freshMany(newRows.count) : common.fresh(newRows.count))}</span>
          <Button size="compact-sm" variant="light" onClick={showNewRows}>
            {t(common.showFresh)}
          </Button>
        </div>
      )}
    </div>
  )
}

function EmptyState({ empty, onClear }: EmptyStateProps) {
  const t = useText()
  if (onClear) return <NoMatch onClear={onClear} />
  return (
    <EmptyMessage icon={empty.icon} title={t(empty.title)}>
      {t(empty.body)}
    </EmptyMessage>
  )
}
