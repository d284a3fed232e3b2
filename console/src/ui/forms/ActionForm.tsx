import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { common } from '../../lib/i18n/common.ts'
import classes from './ActionForm.module.css'
import { FormActions, FormError } from '../dialogs/Form.tsx'
import { FrozenFields } from './FrozenFields.tsx'
import { useText } from '../preferences.tsx'

/** The state of a form. `useActionForm` returns it. */
export interface FormState {
  submit: () => void
  isBusy: boolean
  /** The error to show below the fields; null when there is none, or when the fields explain it. */
  error: unknown
  /** Whether submitting repeats the request whose outcome is unknown. The fields are locked. */
  isRepeat?: boolean
  /** How often fields were refused. Each time the first refused field gets the focus. */
  refusals?: number
}

const FIELDS =
  'input:enabled:not([type=hidden], [type=radio]:not(:checked)), select:enabled, textarea:enabled'

/**
 * Focuses the first field of a dialog, or the cancel button of a dialog without fields. Otherwise the dialog
 * would focus its close button. A form that mounts in an open dialog takes the focus itself.
 */
function focusFirstField(form: HTMLFormElement | null): void {
  if (form === null) return
  if (form.querySelector('[data-autofocus]') === null)
    (form.querySelector(FIELDS) ?? form.querySelector('button'))?.setAttribute('data-autofocus', 'true')
  const { activeElement } = document
  if (form.closest('[role=dialog]')?.contains(activeElement) === true && !form.contains(activeElement))
    form.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

/** The form of every action: fields, error and buttons. */
export function ActionForm(props: {
  form: FormState
  submit: string
  danger?: boolean
  /** Absent in a form that is a part of a page. */
  onCancel?: () => void
  /** Replaces the label of the cancel button. */
  cancel?: string
  children: ReactNode
}) {
  const t = useText()
  const { submit, isBusy, error, isRepeat = false, refusals = 0 } = props.form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(element.current), [])
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    submit()
  }
  const submitButton = (
    <Button type="submit" color={props.danger === true ? 'red.9' : 'jade'} loading={isBusy}>
      {isRepeat ? t(common.retry) : props.submit}
    </Button>
  )
  return (
    <form ref={element} onSubmit={onSubmit} className={classes.form} noValidate>
      <FrozenFields frozen={isRepeat}>{props.children}</FrozenFields>
      {error !== null && <FormError error={error} repeats={isRepeat} />}
      {props.onCancel === undefined ? (
        submitButton
      ) : (
        <FormActions onCancel={props.onCancel} cancel={props.cancel}>
          {submitButton}
        </FormActions>
      )}
    </form>
  )
}
