import { Button, PasswordInput } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import { execute } from '../../api/client.ts'
import {
  AcceptInvitationDocument,
  InvitationOfferDocument,
  type InvitationOfferQuery,
} from '../../api/generated/graphql.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { invitation as texts } from '../../lib/i18n/staff.ts'
import { Brand } from '../../ui/Brand.tsx'
import { EmptyMessage } from '../../ui/EmptyMessage.tsx'
import { FormError } from '../../ui/Form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/Skeletons.tsx'
import classes from './InvitationPage.module.css'

type Offer = NonNullable<InvitationOfferQuery['invitation']>

const PASSWORD_MIN = 12
const PASSWORD_MAX = 200

/** Behind the link of an invitation: what is offered, and the choice of a password. */
export function InvitationPage() {
  const t = useText()
  const navigate = useNavigate()
  // The token leaves the address at once: it would stay in the history.
  const [token] = useState(() => window.location.hash.slice(1))
  useEffect(() => void navigate({ to: '/invitation', hash: '', replace: true }), [navigate])
  const query = useQuery({
    queryKey: ['InvitationOffer'],
    queryFn: ({ signal }) => execute(InvitationOfferDocument, { token }, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [done, setDone] = useState(false)
  if (done) return <Done />
  return (
    <Frame>
      <Loaded of={query} skeleton={<BlocksSkeleton heights={[200]} />}>
        {({ invitation }) =>
          invitation ? (
            <PasswordForm offer={invitation} token={token} onDone={() => setDone(true)} />
          ) : (
            <EmptyMessage whole icon={IconLinkOff} title={t(texts.goneTitle)}>
              {t(texts.goneBody)}
            </EmptyMessage>
          )
        }
      </Loaded>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <main className={classes['page']}>
      <Brand large />
      <Page title={t(texts.title)} heading={null}>
        <Card>{children}</Card>
      </Page>
    </main>
  )
}

function Done() {
  const t = useText()
  return (
    <Frame>
      <EmptyMessage
        whole
        icon={IconCircleCheck}
        title={t(texts.doneTitle)}
        action={<Button renderRoot={(props) => <Link to="/sign-in" {...props} />}>{t(texts.signIn)}</Button>}
      >
        {t(texts.doneBody)}
      </EmptyMessage>
    </Frame>
  )
}

function PasswordForm(props: { offer: Offer; token: string; onDone: () => void }) {
  const t = useText()
  const { offer, token, onDone } = props
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [checked, setChecked] = useState(false)
  const accept = useMutation({
    gcTime: 0,
    mutationFn: () => execute(AcceptInvitationDocument, { token, password }),
    onSuccess: onDone,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (password.length >= PASSWORD_MIN && password === again) accept.mutate()
  }
  return (
    <form onSubmit={submit} className={classes['form']} noValidate>
      <h1 className={classes['title']}>{offer.name}</h1>
      <p>{t(texts.as(offer.email, t(roles[offer.role])))}</p>
      <input type="hidden" name="email" autoComplete="username" value={offer.email} readOnly />
      <PasswordInput
        label={t(texts.password)}
        description={t(texts.passwordHint)}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={password}
        error={checked && password.length < PASSWORD_MIN && t(texts.tooShort)}
        onChange={(change) => setPassword(change.currentTarget.value)}
      />
      <PasswordInput
        label={t(texts.again)}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={again}
        error={checked && password !== again && t(texts.different)}
        onChange={(change) => setAgain(change.currentTarget.value)}
      />
      {accept.isError && <FormError error={accept.error} />}
      <Button type="submit" loading={accept.isPending}>
        {t(texts.submit)}
      </Button>
    </form>
  )
}
