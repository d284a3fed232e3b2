import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyMessage } from '../../../ui/lists/EmptyMessage.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { environment as texts } from './texts.ts'

/** Replaces every page of a test account that does not exist yet, except the page of the API keys. */
export function NoTestAccount() {
  const t = useText()
  return (
    <Page title={t(texts.noAccountTitle)} heading={null}>
      <EmptyMessage
        fullPage
        icon={IconFlask}
        title={t(texts.noAccountTitle)}
        action={<Button renderRoot={(props) => <Link to="/api-keys" {...props} />}>{t(texts.toKeys)}</Button>}
      >
        {t(texts.noAccountBody)}
      </EmptyMessage>
    </Page>
  )
}
