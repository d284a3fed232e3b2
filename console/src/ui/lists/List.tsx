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

/** The rows of a list and how they come: whole, or page by page with news counted at the top. */
export type ListSource<Row> = {
  rows: readonly Row[]
  query: QueryState<unknown> & { isPlaceholderData: boolean } & Partial<Paged>
  count?: Count
  newRows?: { count: number; more: boolean }
  showNewRows?: () => void
}

/** Why a list is empty: nothing is there yet, or, with a way to clear them, the filters let nothing through. */
type EmptyStateProps = {
  empty: { icon: Icon; title: Text; body: Text }
  onClear?: (() => void) | null
}

const ROWS_EXPECTED = 8

/** What every list has around its rows: the skeleton, the error, the reason it is empty, what is new, and more. */
export function ListFrame<Row>(
  props: EmptyStateProps & {
    list: ListSource<Row>
    expected?: number
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
      <Loaded of={query} skeleton={<RowsSkeleton rows={props.expected ?? ROWS_EXPECTED} />}>
        {() => (rows.length === 0 ? <EmptyState {...props} /> : props.children(rows))}
      </Loaded>
      {rows.length > 0 && isPaged(query) && <LoadMore shown={rows.length} list={query} count={list.count} />}
    </>
  )
}

/** A list as a table, on a ground of its own: with a heading where it has an aside, else under the page's. */
export function List<Row extends { id: string }>(
  props: EmptyStateProps & {
    title: string
    aside?: ReactNode
    list: ListSource<Row>
    columns: readonly Column<Row>[]
    card: (row: Row) => ReactNode
    onOpen?: (row: Row) => void
    expected?: number
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
 * Always in the page, so that screen readers hear when something comes into it. It floats over the list, in view
 * however far down its reader is: the rows stay where they are.
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
