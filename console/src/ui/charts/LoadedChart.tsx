import type { ReactNode } from 'react'
import { charts } from '../../lib/i18n/charts.ts'
import { Loaded, type Loading } from '../lists/Loaded.tsx'
import { useText } from '../preferences.tsx'
import { Quiet } from '../values/Quiet.tsx'
import { BlocksSkeleton } from '../lists/Skeletons.tsx'

/** A chart once its numbers are there, or why there is none: its period is too long to be drawn. */
export function LoadedChart<Data>(props: {
  of: Loading<Data>
  isTooLong: boolean
  /** Of what stands there until then, in pixels. */
  heights: readonly number[]
  children: (data: Data) => ReactNode
}) {
  const t = useText()
  if (props.isTooLong) return <Quiet>{t(charts.tooLong)}</Quiet>
  return (
    <Loaded of={props.of} skeleton={<BlocksSkeleton heights={props.heights} />}>
      {props.children}
    </Loaded>
  )
}
