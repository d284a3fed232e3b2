import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { common, outcomes } from '../../lib/i18n/common.ts'
import { problemText } from '../../lib/i18n/problems.ts'
import type { Text } from '../../lib/text.ts'
import { Problem } from '../../lib/problem.ts'
import { CopyText } from '../values/CopyText.tsx'
import { NotAllowed } from './EmptyMessage.tsx'
import classes from './ErrorPanel.module.css'
import { Card, Page } from '../Page.tsx'
import { useText } from '../preferences.tsx'

/**
 * Shows an error with the correlation id and a retry button. For a `forbidden` error, the panel says that the person
 * has no access. With `fullPage` the title is the heading of the page. The title names `subject`, what failed to load.
 */
export function ErrorPanel(props: {
  error: unknown
  fullPage?: boolean
  subject?: string | undefined
  onRetry?: () => void
}) {
  const t = useText()
  const { fullPage = false } = props
  const problem = props.error instanceof Problem ? props.error : null
  if (isRefusal(props.error)) return <NotAllowed fullPage={fullPage} />
  const Title = fullPage ? 'h1' : 'p'
  return (
    <div className={classes.panel} role="alert">
      <IconAlertTriangle className={classes.icon} size={20} aria-hidden />
      <div className={classes.text}>
        <Title className={classes.title}>
          {t(outcomes.errorTitle)}
          {props.subject !== undefined && `: ${props.subject}`}
        </Title>
        <p className={classes.body}>{t(readProblemText(problem))}</p>
        {problem?.correlationId != null && (
          <p className={classes.correlation}>
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

/** The error page for a page that could not be loaded. */
export function FailedPage(props: { error: unknown; subject?: string | undefined; onRetry: () => void }) {
  const t = useText()
  return (
    <Page title={t(isRefusal(props.error) ? outcomes.notAllowedTitle : outcomes.errorTitle)} heading={null}>
      <Card flush>
        <ErrorPanel fullPage {...props} />
      </Card>
    </Page>
  )
}

const readProblemText = (problem: Problem | null): Text => {
  if (problem === null) return outcomes.errorServer
  return problem.code === 'offline' ? outcomes.errorOfflineRead : problemText(problem)
}

const isRefusal = (error: unknown): boolean => error instanceof Problem && error.code === 'forbidden'
