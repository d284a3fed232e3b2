import { Skeleton } from '@mantine/core'
import { common } from '../lib/i18n/common.ts'
import { useText } from './preferences.tsx'
import classes from './Skeletons.module.css'

/** Rows on their way, as high as the rows that come. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  const t = useText()
  return (
    <div className={classes['rows']} role="status" aria-label={t(common.loading)}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes['row']}>
          <Skeleton height={12} width={`${34 - ((index * 7) % 14)}%`} />
          <Skeleton height={12} width="16%" />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </div>
  )
}

/** Blocks on their way. */
export function BlocksSkeleton({ heights }: { heights: readonly number[] }) {
  const t = useText()
  return (
    <div className={classes['blocks']} role="status" aria-label={t(common.loading)}>
      {heights.map((height, index) => (
        <Skeleton key={index} height={height} radius="lg" />
      ))}
    </div>
  )
}
