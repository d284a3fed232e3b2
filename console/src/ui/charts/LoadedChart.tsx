import type { ReactNode } from 'react'
import { charts } from '../../lib/i18n/charts.ts'
import { Loaded, type QueryState } from '../lists/Loaded.tsx'
import { useText } from '../preferences.tsx'
import { MutedText } from '../values/MutedText.tsx'
import { BlocksSkeleton } from '../lists/Skeletons.tsx'

/** A chart once its numbers are there, or why there is none: its period is too long to be drawn. */
export function LoadedChart<Data>(props: {
  of: QueryState<Data>
  isTooLong: boolean
  /** Of what stands there until then, in pixels. */
  heights: readonly number[]
  children: (data: Data) => ReactNode
}) {
  const t = useText()
  if (props.isTooLong) return <MutedText>{t(charts.tooLong)}</MutedText>
  return (
    <Loaded of={props.of} skeleton={<BlocksSkeleton heights={props.heights} />}>
      {props.children}
    </Loaded>
  )
}
