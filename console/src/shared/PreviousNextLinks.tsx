import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { AdjacentRows } from '../api/list.ts'
import { common } from '../lib/i18n/common.ts'
import { useText } from '../ui/preferences.tsx'
import { DisabledReason } from '../ui/buttons/DisabledReason.tsx'
import classes from './PreviousNextLinks.module.css'

/**
 * Links to the previous and the next record of the list from which the person opened the page. The keys K and J
 * follow the links. Each followed link replaces the entry in the browser history, so that Back still leads to the
 * list.
 */
export function PreviousNextLinks<Row>(props: {
  adjacent: AdjacentRows<Row>
  link: (row: Row) => LinkProps
}) {
  const t = useText()
  const { previous, next } = props.adjacent
  if (previous === undefined && next === undefined) return null
  return (
    <span className={classes.links} role="group" aria-label={t(common.neighbours)}>
      <StepLink by={-1} name={t(common.previousItem)} link={previous && props.link(previous)} />
      <StepLink by={1} name={t(common.nextItem)} link={next && props.link(next)} />
    </span>
  )
}

function StepLink(props: { by: 1 | -1; name: string; link: LinkProps | undefined }) {
  const t = useText()
  const { by, name, link } = props
  const IconComponent = by === 1 ? IconChevronDown : IconChevronUp
  const buttonProps = { variant: 'subtle', color: 'gray', size: 'sm', 'aria-label': name } as const
  const icon = <IconComponent size={16} aria-hidden />
  if (link === undefined)
    return (
      <DisabledReason inTooltip reason={t(by === 1 ? common.endOfList : common.startOfList)}>
        {(disabledProps) => (
          <ActionIcon {...buttonProps} {...disabledProps}>
            {icon}
          </ActionIcon>
        )}
      </DisabledReason>
    )
  return (
    <Tooltip label={`${name} (${by === 1 ? 'J' : 'K'})`}>
      <ActionIcon
        {...buttonProps}
        renderRoot={(given) => <Link {...link} replace data-step={by} {...given} />}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
