import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { common, outcomes } from '../lib/i18n/common.ts'
import { problemText } from '../lib/i18n/problems.ts'
import { Problem } from '../lib/problem.ts'
import { CopyText } from './CopyText.tsx'
import { NotAllowed } from './EmptyMessage.tsx'
import classes from './ErrorPanel.module.css'
import { useText } from './preferences.tsx'

/** What failed, the id to give to engineering, and a way to try again. A refusal by role is shown as one. */
export function ErrorPanel(props: { error: unknown; onRetry?: () => void }) {
  const t = useText()
  const problem = props.error instanceof Problem ? props.error : null
  if (problem?.code === 'forbidden') return <NotAllowed />
  return (
    <div className={classes['panel']} role="alert">
      <IconAlertTriangle className={classes['icon']} size={20} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['title']}>{t(outcomes.errorTitle)}</p>
        <p className={classes['body']}>{t(problem ? problemText(problem) : outcomes.errorServer)}</p>
        {problem?.correlationId != null && (
          <p className={classes['correlation']}>
            {t(outcomes.correlation)} <CopyText text={problem.correlationId} name={t(outcomes.correlation)} />
          </p>
        )}
      </div>
      {props.onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={props.onRetry}>
          {t(common.retry)}
        </Button>
      )}
    </div>
  )
}
