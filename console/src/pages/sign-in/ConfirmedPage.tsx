import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { provider as texts } from './provider-texts.ts'
import { refusalText } from './refusal-texts.ts'
import { Brand } from '../../ui/Brand.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './ConfirmedPage.module.css'

const route = getRouteApi('/confirmed')

/**
 * The page to which the identity provider redirects if the console opened the provider in a separate tab. After a
 * successful sign-in, the page closes the tab if the browser allows this.
 */
export function ConfirmedPage() {
  const t = useText()
  const { refused } = route.useSearch()
  useEffect(() => {
    if (refused === undefined) window.close()
  }, [refused])
  const title = t(refused === undefined ? texts.confirmedTitle : texts.refusedTitle)
  return (
    <main className={classes.page}>
      <Brand large />
      <Page title={title} heading={null}>
        <Card>
          <EmptyMessage fullPage icon={refused === undefined ? IconCircleCheck : IconLock} title={title}>
            {refused === undefined ? t(texts.confirmedBody) : `${t(refusalText(refused))} ${t(texts.goBack)}`}
          </EmptyMessage>
        </Card>
      </Page>
    </main>
  )
}
