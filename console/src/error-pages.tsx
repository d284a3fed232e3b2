import { Button } from '@mantine/core'
import { IconCompass, IconMoodSad } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { outcomes } from './lib/i18n/common.ts'
import { EmptyMessage } from './ui/lists/EmptyMessage.tsx'
import { FailedPage } from './ui/lists/ErrorPanel.tsx'
import { Problem } from './lib/problem.ts'
import { Page, Card } from './ui/Page.tsx'
import { useText } from './ui/preferences.tsx'

export function NotFound() {
  const t = useText()
  return (
    <Page title={t(outcomes.notFoundTitle)} heading={null}>
      <EmptyMessage
        fullPage
        icon={IconCompass}
        title={t(outcomes.notFoundTitle)}
        action={
          <Button renderRoot={(props) => <Link to="/charges" {...props} />}>
            {t(outcomes.notFoundAction)}
          </Button>
        }
      >
        {t(outcomes.notFoundBody)}
      </EmptyMessage>
    </Page>
  )
}

const reload = () => window.location.reload()

/**
 * Error page of the router. Offers a retry after a failed request, and shows a generic message for a bug in the page.
 */
export function Crash({ error }: { error: unknown }) {
  const t = useText()
  if (error instanceof Problem) return <FailedPage error={error} onRetry={reload} />
  return (
    <Page title={t(outcomes.crashTitle)} heading={null}>
      <Card flush>
        <EmptyMessage
          fullPage
          icon={IconMoodSad}
          title={t(outcomes.crashTitle)}
          action={<Button onClick={reload}>{t(outcomes.reload)}</Button>}
        >
          {t(outcomes.crashBody)}
        </EmptyMessage>
      </Card>
    </Page>
  )
}
