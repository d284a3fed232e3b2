import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { common, outcomes } from '../lib/i18n/common.ts'
import { problemText } from '../lib/i18n/problems.ts'
import { Problem } from '../lib/problem.ts'
import { CopyText } from './CopyText.tsx'
import classes from './Form.module.css'
import { useText } from './preferences.tsx'

/** Why a form was refused, at the place where it was sent. */
export function FormError({ error }: { error: unknown }) {
  const t = useText()
  return (
    <div className={classes['error']} role="alert">
      {useProblemText()(error)}
      {error instanceof Problem && error.correlationId !== null && (
        <div className={classes['correlation']}>
          {t(outcomes.correlation)} <CopyText text={error.correlationId} name={t(outcomes.correlation)} />
        </div>
      )}
    </div>
  )
}

/** A sentence for an error of an action. */
export function useProblemText(): (error: unknown) => string {
  const t = useText()
  return (error) => t(error instanceof Problem ? problemText(error) : outcomes.errorServer)
}

/** The buttons at the foot of a form in a dialog. */
export function FormActions(props: { onCancel: () => void; cancel?: string; children: ReactNode }) {
  const t = useText()
  return (
    <div className={classes['actions']}>
      <Button variant="default" onClick={props.onCancel}>
        {props.cancel ?? t(common.cancel)}
      </Button>
      {props.children}
    </div>
  )
}
