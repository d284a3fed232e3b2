import { Button } from '@mantine/core'
import { IconFlaskOff } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { EmptyMessage } from '../../../ui/lists/EmptyMessage.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { environment as texts } from './texts.ts'

/** Replaces a page that does not exist in the test environment. */
export function ProductionOnlyPage() {
  const t = useText()
  // The path of the router has no prefix of the environment, so it is the address of the page in production.
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <Page title={t(texts.productionOnlyTitle)} heading={null}>
      <EmptyMessage
        fullPage
        icon={IconFlaskOff}
        title={t(texts.productionOnlyTitle)}
        action={
          <Button component="a" href={href}>
            {t(texts.toProduction)}
          </Button>
        }
      >
        {t(texts.productionOnlyBody)}
      </EmptyMessage>
    </Page>
  )
}
