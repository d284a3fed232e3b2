import type { ReactNode } from 'react'
import { charts } from '../../lib/i18n/charts.ts'
import { Loaded, type QueryState } from '../lists/Loaded.tsx'
import { useText } from '../preferences.tsx'
import { MutedText } from '../values/MutedText.tsx'
import { BlocksSkeleton } from '../lists/Skeletons.tsx'

/**
 * Shows a skeleton until the data of a chart has loaded, then the chart. Shows a message if the period is too long for
 * a chart.
 */
export function LoadedChart<Data>(props: {
  query: QueryState<Data>
  isTooLong: boolean
  /** Heights of the parts of the skeleton, in pixels. */
  heights: readonly number[]
  children: (data: Data) => ReactNode
}) {
  const t = useText()
  if (props.isTooLong) return <MutedText>{t(charts.tooLong)}</MutedText>
  return (
    <Loaded query={props.query} skeleton={<BlocksSkeleton heights={props.heights} />}>
      {props.children}
    </Loaded>
  )
}
