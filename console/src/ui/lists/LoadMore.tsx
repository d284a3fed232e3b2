import { Button } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import classes from './LoadMore.module.css'
import { useText } from '../preferences.tsx'

/** The members of an infinite query that `LoadMore` needs. */
export type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** The total number of rows of a list. `request` starts the count. `total` is null until the count has finished. */
export type Count = { total: number | null; isCounting: boolean; hasFailed: boolean; request: () => void }

/** The largest number of rows that the server counts exactly. A larger count means only «more than 1000». */
const COUNTED_MAX = 1000

/** The footer of a paged list: how many rows are shown, the total on request, and a button for the next page. */
export function LoadMore(props: { shown: Text; list: Paged; count: Count | undefined }) {
  const t = useText()
  const { list, count } = props
  const more = () => void list.fetchNextPage()
  if (list.isFetchNextPageError) return <ErrorPanel error={list.error} onRetry={more} />
  return (
    <footer className={classes.foot}>
      <span className={classes.shown}>
        <span aria-live="polite">
          {t(props.shown)}
          {list.hasNextPage && count && <Total count={count} />}
        </span>
        {list.hasNextPage && count?.total === null && (
          <Button variant="subtle" size="compact-xs" loading={count.isCounting} onClick={count.request}>
            {t(common.countAll)}
          </Button>
        )}
      </span>
      {list.hasNextPage && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={more}>
          {t(common.loadMore)}
        </Button>
      )}
    </footer>
  )
}

function Total({ count: { total, hasFailed } }: { count: Count }) {
  const t = useText()
  if (hasFailed) return ` · ${t(common.notCounted)}`
  if (total === null) return null
  return ` ${t(total > COUNTED_MAX ? common.ofMoreThan(COUNTED_MAX) : common.ofAll(total))}`
}
