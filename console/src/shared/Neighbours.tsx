import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Around } from '../api/list.ts'
import { common } from '../lib/i18n/common.ts'
import { useText } from '../ui/preferences.tsx'
import { WhyNot } from '../ui/values/WhyNot.tsx'
import classes from './Neighbours.module.css'

/**
 * The way from one thing to the next of the list that it was opened from, also by J and K. Back still leads to the list:
 * the steps leave no trace in the history.
 */
export function Neighbours<Row>(props: { around: Around<Row>; link: (row: Row) => LinkProps }) {
  const t = useText()
  const { previous, next } = props.around
  if (previous === undefined && next === undefined) return null
  return (
    <span className={classes['neighbours']} role="group" aria-label={t(common.neighbours)}>
      <Step by={-1} name={t(common.previousItem)} link={previous && props.link(previous)} />
      <Step by={1} name={t(common.nextItem)} link={next && props.link(next)} />
    </span>
  )
}

function Step(props: { by: 1 | -1; name: string; link: LinkProps | undefined }) {
  const t = useText()
  const { by, name, link } = props
  const Picture = by === 1 ? IconChevronDown : IconChevronUp
  const look = { variant: 'subtle', color: 'gray', size: 'sm', 'aria-label': name } as const
  const picture = <Picture size={16} aria-hidden />
  if (link === undefined)
    return (
      <WhyNot why={t(by === 1 ? common.endOfList : common.startOfList)}>
        {(barred) => (
          <ActionIcon {...look} {...barred}>
            {picture}
          </ActionIcon>
        )}
      </WhyNot>
    )
  return (
    <Tooltip label={`${name} (${by === 1 ? 'J' : 'K'})`}>
      <ActionIcon {...look} renderRoot={(given) => <Link {...link} replace data-step={by} {...given} />}>
        {picture}
      </ActionIcon>
    </Tooltip>
  )
}
