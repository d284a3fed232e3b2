import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hrefOf, isTestEnvironment, leaveTestEnvironment } from '../../lib/environment.ts'
import { settings, languageNames } from '../../lib/i18n/settings.ts'
import { account, signIn as texts } from './texts.ts'
import { beginSession } from '../../api/session-lifecycle.ts'
import { tabOwner, type Me } from '../../api/person.ts'
import { common } from '../../lib/i18n/common.ts'
import { refusalText } from './refusal-texts.ts'
import { LANGUAGES } from '../../lib/text.ts'
import { Brand } from '../../ui/Brand.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { SecondFactorSteps } from './SecondFactorSteps.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './SignInPage.module.css'
import { useSignInSteps, type SignInStep } from './sign-in-steps.ts'

const route = getRouteApi('/sign-in')

const TITLES = {
  password: texts.title,
  code: account.codeTitle,
  enrol: account.enrolTitle,
  codes: account.codesTitle,
} as const satisfies Record<SignInStep['at'], unknown>

export function SignInPage() {
  const t = useText()
  const router = useRouter()
  const { ended, refused, redirect = '/' } = route.useSearch()
  const enter = (staff: Me) => {
    const owner = tabOwner()
    const href = hrefOf(beginSession(staff, redirect))
    // The URL of a test account contains a merchant that the previous person chose, so another person starts in
    // production.
    if (isTestEnvironment() && owner !== null && owner !== staff.id) void leaveTestEnvironment()
    else router.history.push(href)
  }
  const steps = useSignInSteps(enter)
  const title = t(TITLES[steps.step.at])
  useEffect(() => {
    document.title = `${title} · ${t(common.product)}`
  })
  return (
    <div className={classes.page}>
      <Pitch />
      <main className={classes.main}>
        <div className={classes.form}>
          <div className={classes.smallBrand}>
            <Brand large />
          </div>
          <div>
            <h1 className={classes.title}>{title}</h1>
            {steps.step.at === 'password' && <p className={classes.subtitle}>{t(texts.subtitle)}</p>}
          </div>
          {steps.step.at === 'password' && refused !== undefined && (
            <p className={classes.error} role="alert">
              {t(refusalText(refused))}
            </p>
          )}
          {steps.step.at === 'password' && (
            <ProviderSignIn href={`/oidc?return=${encodeURIComponent(hrefOf(redirect))}`} />
          )}
          {steps.step.at === 'password' ? (
            <PasswordForm steps={steps} {...(ended === '1' ? { notice: t(texts.ended) } : {})}>
              <p className={classes.subtitle}>{t(texts.lost)}</p>
            </PasswordForm>
          ) : (
            <SecondFactorSteps steps={steps} onEntered={enter} />
          )}
          <Languages />
        </div>
      </main>
    </div>
  )
}

function Pitch() {
  const t = useText()
  return (
    <aside className={classes.pitch}>
      <Brand large />
      <svg className={classes.art} viewBox="0 0 400 400" aria-hidden>
        {[190, 150, 110, 70, 34].map((size) => (
          <path key={size} d={`M200 ${200 - size} ${200 + size} 200 200 ${200 + size} ${200 - size} 200Z`} />
        ))}
      </svg>
      <div className={classes.words}>
        <p className={classes.slogan}>{t(texts.pitch)}</p>
        <p className={classes.about}>{t(texts.pitchBody)}</p>
      </div>
    </aside>
  )
}

function Languages() {
  const t = useText()
  const { language, setLanguage } = usePreferences()
  return (
    <div className={classes.languages} role="group" aria-label={t(settings.language)}>
      {LANGUAGES.map((value) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={classes.language}
          aria-pressed={language === value}
          onClick={() => setLanguage(value)}
        >
          {languageNames[value]}
        </button>
      ))}
    </div>
  )
}
