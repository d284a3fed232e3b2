import { Skeleton } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import { useText } from '../preferences.tsx'
import classes from './Skeletons.module.css'

/** A skeleton of table rows, with the height of the loaded rows. */
export function RowsSkeleton({ rows = 8 }: { rows?: number }) {
  const t = useText()
  return (
    <div className={classes.rows} role="status" aria-label={t(common.loading)}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <Skeleton height={12} width={`${34 - ((index * 7) % 14)}%`} />
          <Skeleton height={12} width="16%" />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </div>
  )
}

/** A skeleton of at least this height looks like a card. A lower skeleton looks like a heading. */
const CARD_PX = 100
/** The height of a card's title, and the height of each line below it. */
const TITLE_PX = 72
const LINE_PX = 40

/** Skeletons of the parts of a page, with the given heights in pixels. */
export function BlocksSkeleton({ heights }: { heights: readonly number[] }) {
  const t = useText()
  return (
    <div className={classes.blocks} role="status" aria-label={t(common.loading)}>
      {heights.map((height, index) => (
        <div key={index} className={height < CARD_PX ? undefined : classes.block} style={{ height }}>
          <Skeleton height={height < CARD_PX ? height / 2 : 14} width="30%" />
          {Array.from({ length: Math.max(0, Math.floor((height - TITLE_PX) / LINE_PX)) }, (_, line) => (
            <Skeleton key={line} height={12} width={`${88 - ((line * 11) % 26)}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}
