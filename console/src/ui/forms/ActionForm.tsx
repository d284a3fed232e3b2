import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { common } from '../../lib/i18n/common.ts'
import classes from './ActionForm.module.css'
import { FormActions, FormError } from '../dialogs/Form.tsx'
import { FrozenFields } from './FrozenFields.tsx'
import { useText } from '../preferences.tsx'

/** The state of a form, which `useActionForm` returns. */
export interface FormState {
  submit: () => void
  isBusy: boolean
  /** The error to show below the fields; null when there is no error, or when the fields explain the error. */
  error: unknown
  /**
   * Whether the next submit repeats a request whose outcome is unknown. While this is true, the fields are disabled.
   */
  isRepeat?: boolean
  /** The number of submits with invalid fields. After each such submit, the form focuses its first invalid field. */
  refusals?: number
}

const FIELDS = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled'

/**
 * Returns whether the Tab key reaches the field. Of radio buttons with the same name, the Tab key reaches the checked
 * button, or the first button if none is checked.
 */
function isTabStop(field: Element, form: HTMLFormElement): boolean {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked) return true
  const group = `input[type=radio][name=${CSS.escape(field.name)}]`
  return form.querySelector(`${group}:checked`) === null
}

/**
 * Marks the first field of a form, or its first button if it has no field, as the element that a dialog focuses.
 * Without the mark, a dialog would focus its close button. If the dialog is already open, focuses the marked element at
 * once.
 */
function focusFirstField(form: HTMLFormElement | null): void {
  if (form === null) return
  if (form.querySelector('[data-autofocus]') === null) {
    const first = [...form.querySelectorAll(FIELDS)].find((field) => isTabStop(field, form))
    ;(first ?? form.querySelector('button'))?.setAttribute('data-autofocus', 'true')
  }
  const { activeElement } = document
  if (form.closest('[role=dialog]')?.contains(activeElement) === true && !form.contains(activeElement))
    form.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

/** The layout of every form that runs an operation: fields, error and buttons. */
export function ActionForm(props: {
  form: FormState
  /** The label of the submit button. */
  submit: string
  /** The id of the text that says why there is nothing to submit. With an id, the submit button is disabled. */
  blockedBy?: string | undefined
  danger?: boolean
  /**
   * Runs on a click of the cancel button; absent in a form outside a dialog, because such a form has no cancel button.
   */
  onCancel?: () => void
  /** Replaces the label of the cancel button. */
  cancel?: string | undefined
  children: ReactNode
}) {
  const t = useText()
  const { blockedBy } = props
  const isBlocked = blockedBy !== undefined
  const { submit, isBusy, error, isRepeat = false, refusals = 0 } = props.form
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(element.current), [])
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isBlocked) submit()
  }
  const submitButton = (
    <Button
      type="submit"
      color={props.danger === true ? 'red.9' : 'jade'}
      loading={isBusy}
      aria-describedby={blockedBy}
      aria-disabled={isBlocked}
      data-disabled={isBlocked}
    >
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
