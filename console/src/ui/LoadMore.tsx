import { Button } from '@mantine/core'
import { common } from '../lib/i18n/common.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import classes from './LoadMore.module.css'
import { useText } from './preferences.tsx'

/** What the foot of a list must know of a query read page by page. */
export type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** The foot of a list read page by page: how many rows are shown, and a button for more while there are. */
export function LoadMore(props: { shown: number; list: Paged }) {
  const t = useText()
  const { list } = props
  const more = () => void list.fetchNextPage()
  if (list.isFetchNextPageError) return <ErrorPanel error={list.error} onRetry={more} />
  return (
    <footer className={classes['foot']}>
      <span aria-live="polite">{t(common.shown(props.shown))}</span>
      {list.hasNextPage && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={more}>
          {t(common.loadMore)}
        </Button>
      )}
    </footer>
  )
}
