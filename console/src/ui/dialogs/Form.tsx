import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { common, outcomes } from '../../lib/i18n/common.ts'
import { problemText } from '../../lib/i18n/problems.ts'
import { Problem } from '../../lib/problem.ts'
import { CopyText } from '../values/CopyText.tsx'
import classes from './Form.module.css'
import { useText } from '../preferences.tsx'

/**
 * Shows the error of a form, introduced by the text `about`. With `repeats`, also says that submitting again is safe,
 * because the form repeats the same request.
 */
export function FormError(props: { error: unknown; about?: string; repeats?: boolean }) {
  const t = useText()
  const { error, about, repeats = false } = props
  const textOf = useProblemText()
  const isUnknown = error instanceof Problem && error.code === 'outcome_unknown'
  const why = repeats && isUnknown ? t(outcomes.errorSilent) : textOf(error)
  return (
    <div className={classes.error} role="alert">
      {about !== undefined && `${about} `}
      {repeats ? `${why} ${t(common.unanswered)}` : why}
      {error instanceof Problem && error.correlationId !== null && (
        <div className={classes.correlation}>
          {t(outcomes.correlation)} <CopyText text={error.correlationId} name={t(outcomes.correlation)} />
        </div>
      )}
    </div>
  )
}

/** Returns a function that translates an error into a message for the person. */
export function useProblemText(): (error: unknown) => string {
  const t = useText()
  return (error) => t(error instanceof Problem ? problemText(error) : outcomes.errorServer)
}

/** The buttons at the end of a form: the cancel button, then `children`. */
export function FormActions(props: {
  onCancel: () => void
  cancel?: string | undefined
  children: ReactNode
}) {
  const t = useText()
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={props.onCancel}>
        {props.cancel ?? t(common.cancel)}
      </Button>
      {props.children}
    </div>
  )
}
