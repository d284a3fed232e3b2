import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { common } from '../../lib/i18n/common.ts'
import classes from './CopyText.module.css'
import { useText } from '../preferences.tsx'
import { useCopy } from './use-copy.ts'

/**
 * An id in monospace with a copy button. The accessible name of the button contains `name`. An id that does not fit
 * continues on the next line.
 */
export function CopyText(props: { text: string; name: string; shown?: string; ownEscape?: boolean }) {
  return (
    <span className={classes.copy}>
      <span className={classes.text} title={props.text}>
        {props.shown ?? props.text}
      </span>
      <CopyIcon text={props.text} name={props.name} ownEscape={props.ownEscape ?? false} />
    </span>
  )
}

/** A copy button. With `ownEscape`, pressing Escape on the button does not close the dialog around it. */
export function CopyIcon(props: { text: string; name: string; ownEscape?: boolean }) {
  const t = useText()
  const clipboard = useCopy()
  const IconComponent = clipboard.copied ? IconCheck : IconCopy
  return (
    <Tooltip label={t(clipboard.copied ? common.copied : common.copy)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t(common.copyOf(props.name))}
        data-mantine-stop-propagation={props.ownEscape}
        onClick={(click) => {
          click.stopPropagation()
          void clipboard.copy(props.text)
        }}
      >
        <IconComponent size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** A labelled button that copies a text and confirms the copy. The button has the full width unless `size` is set. */
export function CopyButton(props: {
  text: string
  children: string
  variant?: 'filled' | 'default'
  size?: 'xs'
}) {
  const t = useText()
  const clipboard = useCopy()
  const IconComponent = clipboard.copied ? IconCheck : IconCopy
  return (
    <Button
      fullWidth={props.size === undefined}
      size={props.size ?? 'sm'}
      variant={props.variant ?? 'default'}
      leftSection={<IconComponent size={16} aria-hidden />}
      onClick={() => void clipboard.copy(props.text)}
    >
      {clipboard.copied ? t(common.copied) : props.children}
    </Button>
  )
}
