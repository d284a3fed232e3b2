import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import classes from './Modals.module.css'
import { useText } from '../preferences.tsx'

/** Asks for confirmation of an action that cannot be undone. Shows the error of the action. */
export function ConfirmModal(props: {
  opened: boolean
  title: string
  confirm: string
  busy: boolean
  error?: string | null
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t(common.close) }}
    >
      <div className={classes['body']}>{props.children}</div>
      {props.error != null && (
        <p className={classes['error']} role="alert">
          {props.error}
        </p>
      )}
      <div className={classes['actions']}>
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t(common.cancel)}
        </Button>
        <Button color="red.9" loading={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </Modal>
  )
}
