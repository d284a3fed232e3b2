import { Checkbox, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { secrets } from '../../lib/i18n/secrets.ts'
import { ButtonRow } from '../buttons/ButtonRow.tsx'
import { CopyButton } from '../values/CopyText.tsx'
import { ActionButton } from './ActionButton.tsx'
import classes from './Modals.module.css'
import { addOpenTitle } from './open-titles.ts'
import { useText } from '../preferences.tsx'

/**
 * The dialogs that are built from Mantine's modal. One script contains all of these dialogs. The script loads when the
 * first dialog opens.
 */

export function DialogWindow(props: {
  opened: boolean
  title: string
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  const { opened, title } = props
  useEffect(() => (opened ? addOpenTitle(title) : undefined), [opened, title])
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={title}
      size={props.wide === true ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': t(common.close) }}
    >
      {props.children}
    </Modal>
  )
}

/**
 * Shows a secret once. The dialog has no close button, and neither Escape nor a click outside closes it: the person
 * must confirm that they saved the secret.
 */
export function SecretWindow(props: {
  secret: string
  title: string
  label: string
  hint: string
  onDone: () => void
}) {
  const t = useText()
  const [saved, setSaved] = useState(false)
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={props.title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={classes.warning}>
        <IconAlertTriangle size={18} aria-hidden />
        <span>{t(secrets.onlyOnce)}</span>
      </div>
      <p className={classes.body}>{props.hint}</p>
      <output className={classes.secret} aria-label={props.label}>
        {props.secret}
      </output>
      <CopyButton text={props.secret}>{t(common.copyOf(props.label))}</CopyButton>
      <Checkbox
        className={classes.saved}
        checked={saved}
        onChange={(change) => setSaved(change.currentTarget.checked)}
        label={t(secrets.saved)}
      />
      <ButtonRow className={classes.actions}>
        <ActionButton
          variant="filled"
          disabledReason={saved ? null : secrets.notSaved}
          onClick={props.onDone}
        >
          {t(common.done)}
        </ActionButton>
      </ButtonRow>
    </Modal>
  )
}
