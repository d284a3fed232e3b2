import { Button } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { invitation } from './texts.ts'
import { execute } from '../../api/client.ts'
import type { TypedDocumentString } from '../../api/generated/graphql.ts'
import type { Text } from '../../lib/text.ts'
import { Brand } from '../../ui/Brand.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import classes from './InvitationPage.module.css'

interface Words {
  title: Text
  goneTitle: Text
  goneBody: Text
  doneTitle: Text
  doneBody: Text
}

/**
 * A page that a one-time link opens. The page sends the token in the link to the server with the query `document`.
 * `offerOf` extracts from the server's answer what the token permits; it returns null if the token is not valid. The
 * page passes the result of `offerOf` to `children`. After the person has used the token, the page links to the sign-in
 * page.
 */
export function OneTimeLinkPage<Result, Offer>(props: {
  path: '/invitation' | '/new-password'
  words: Words
  document: TypedDocumentString<Result, { token: string }>
  offerOf: (result: Result) => Offer | null
  children: (offer: Offer, link: { token: string; onDone: () => void }) => ReactNode
}) {
  const t = useText()
  const navigate = useNavigate()
  const { path, words, document, offerOf } = props
  // Remove the token from the URL immediately. Otherwise the token would stay in the browser history.
  const [token] = useState(() => window.location.hash.slice(1))
  useEffect(() => void navigate({ to: path, hash: '', replace: true }), [navigate, path])
  const query = useQuery({
    queryKey: ['Link', path],
    queryFn: ({ signal }) => execute(document, { token }, { signal }),
    gcTime: 0,
    staleTime: 'static',
  })
  const [done, setDone] = useState(false)
  if (done) return <Done words={words} />
  return (
    <Frame title={t(words.title)}>
      <Loaded query={query} skeleton={<BlocksSkeleton heights={[200]} />}>
        {(result) => {
          const offer = offerOf(result)
          return offer === null ? (
            <EmptyMessage fullPage icon={IconLinkOff} title={t(words.goneTitle)}>
              {t(words.goneBody)}
            </EmptyMessage>
          ) : (
            props.children(offer, { token, onDone: () => setDone(true) })
          )
        }}
      </Loaded>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <Brand large />
      <Page title={title} heading={null}>
        <Card>{children}</Card>
      </Page>
    </main>
  )
}

function Done({ words }: { words: Words }) {
  const t = useText()
  return (
    <Frame title={t(words.title)}>
      <div role="alert">
        <EmptyMessage
          fullPage
          icon={IconCircleCheck}
          title={t(words.doneTitle)}
          action={
            <Button renderRoot={(props) => <Link to="/sign-in" {...props} />}>{t(invitation.signIn)}</Button>
          }
        >
          {t(words.doneBody)}
        </EmptyMessage>
      </div>
    </Frame>
  )
}
