import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import classes from './Dialog.module.css'
import { useText } from '../preferences.tsx'
import { DisabledReason } from '../values/DisabledReason.tsx'

type ButtonStyle = {
  variant?: 'filled' | 'default' | 'subtle'
  color?: string
  size?: 'xs' | 'sm' | 'compact-xs' | 'compact-sm'
}

/**
 * A button that stays focusable while it is disabled. It shows why it is disabled on hover and focus, and exposes
 * the reason to screen readers.
 */
export function ActionButton(
  props: ButtonStyle & {
    icon?: Icon
    name?: string | undefined
    disabledReason: Text | null
    busy?: boolean
    /** Whether the button opens a dialog. */
    opensDialog?: boolean
    onClick: () => void
    children: string
  },
) {
  const t = useText()
  const { icon: IconComponent, disabledReason } = props
  return (
    <DisabledReason reason={disabledReason && t(disabledReason)}>
      {(disabledProps) => (
        <Button
          variant={props.variant ?? 'default'}
          color={props.color ?? 'jade'}
          size={props.size ?? 'sm'}
          leftSection={IconComponent && <IconComponent size={16} aria-hidden />}
          aria-label={props.name}
          aria-haspopup={props.opensDialog === true ? 'dialog' : undefined}
          loading={props.busy ?? false}
          {...(disabledProps ?? { onClick: props.onClick })}
        >
          {props.children}
        </Button>
      )}
    </DisabledReason>
  )
}

/** A button and the dialog that it opens. `children` receives a function that closes the dialog. */
export function ActionDialog(
  props: ButtonStyle & {
    icon?: Icon
    label: string
    /** The accessible name. Needed when several buttons have the same label. */
    name?: string
    title: string
    disabledReason: Text | null
    wide?: boolean
    /** Lets the parent component open and close the dialog. */
    disclosure?: ReturnType<typeof useDisclosure>
    children: (close: () => void) => ReactNode
  },
) {
  const own = useDisclosure(false)
  const { label, title, wide = false, disclosure = own, children, ...button } = props
  const [opened, dialog] = disclosure
  return (
    <>
      <ActionButton {...button} name={props.name} opensDialog onClick={dialog.open}>
        {label}
      </ActionButton>
      <Dialog opened={opened} title={title} wide={wide} onClose={dialog.close}>
        {children(dialog.close)}
      </Dialog>
    </>
  )
}

/** A modal dialog. Each time the dialog opens, React mounts its content again. */
export function Dialog(props: {
  opened: boolean
  title: string
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.wide === true ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': t(common.close) }}
    >
      {props.children}
    </Modal>
  )
}

export function DialogNote({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>
}
