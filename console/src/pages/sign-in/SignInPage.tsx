import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { meQuery, signIn } from '../../api/session.ts'
import { common, outcomes } from '../../lib/i18n/common.ts'
import { languageNames, shell, signIn as texts } from '../../lib/i18n/shell.ts'
import { LANGUAGES } from '../../lib/i18n/text.ts'
import { Problem } from '../../lib/problem.ts'
import { Brand } from '../../ui/Brand.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import classes from './SignInPage.module.css'

const route = getRouteApi('/sign-in')

const why = (error: unknown) => {
  const code = error instanceof Problem ? error.code : ''
  if (code === 'rate_limited') return texts.limited
  if (code === 'offline') return outcomes.errorOffline
  return code === 'internal_error' ? outcomes.errorServer : texts.refused
}

/** Signs in and goes on to the page that was asked for. The password is kept nowhere. */
function useSignIn(onRefused: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  const { redirect = '/' } = route.useSearch()
  return useMutation({
    mutationFn: (typed: { email: string; password: string }) => signIn(typed.email, typed.password),
    gcTime: 0,
    onSuccess: (staff) => {
      client.setQueryData(meQuery.queryKey, staff)
      router.history.push(redirect)
    },
    onError: onRefused,
  })
}

/** Starts a session and goes on to the page that was asked for. */
export function SignInPage() {
  const t = useText()
  const { ended } = route.useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const enter = useSignIn(() => setPassword(''))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    enter.mutate({ email: email.trim(), password })
  }
  useEffect(() => {
    document.title = `${t(texts.title)} · ${t(common.product)}`
  })
  return (
    <div className={classes['page']}>
      <Pitch />
      <main className={classes['main']}>
        <form className={classes['form']} onSubmit={submit} aria-labelledby="sign-in-title">
          <div className={classes['smallBrand']}>
            <Brand large />
          </div>
          <div>
            <h1 id="sign-in-title" className={classes['title']}>
              {t(texts.title)}
            </h1>
            <p className={classes['subtitle']}>{t(texts.subtitle)}</p>
          </div>
          {ended === '1' && !enter.isError && <p className={classes['notice']}>{t(texts.ended)}</p>}
          {enter.isError && (
            <p className={classes['error']} role="alert">
              {t(why(enter.error))}
            </p>
          )}
          <TextInput
            label={t(texts.email)}
            name="email"
            type="email"
            size="md"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(change) => setEmail(change.currentTarget.value)}
          />
          <PasswordInput
            label={t(texts.password)}
            name="password"
            size="md"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(change) => setPassword(change.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={enter.isPending} fullWidth>
            {t(texts.submit)}
          </Button>
          <Languages />
        </form>
      </main>
    </div>
  )
}

function Pitch() {
  const t = useText()
  return (
    <aside className={classes['pitch']}>
      <Brand large />
      <svg className={classes['art']} viewBox="0 0 400 400" aria-hidden>
        {[190, 150, 110, 70, 34].map((size) => (
          <path key={size} d={`M200 ${200 - size} ${200 + size} 200 200 ${200 + size} ${200 - size} 200Z`} />
        ))}
      </svg>
      <div className={classes['words']}>
        <p className={classes['slogan']}>{t(texts.pitch)}</p>
        <p className={classes['about']}>{t(texts.pitchBody)}</p>
      </div>
    </aside>
  )
}

function Languages() {
  const t = useText()
  const { language, setLanguage } = usePreferences()
  return (
    <div className={classes['languages']} role="group" aria-label={t(shell.language)}>
      {LANGUAGES.map((value) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={classes['language']}
          aria-pressed={language === value}
          onClick={() => setLanguage(value)}
        >
          {languageNames[value]}
        </button>
      ))}
    </div>
  )
}
