import { Component, type ReactNode } from 'react'
import { outcomes } from './lib/i18n/common.ts'
import { isLanguage, textIn, type Text } from './lib/text.ts'
import classes from './root-error-boundary.module.css'

/**
 * Catches errors outside the router, such as in a context provider or in a dialog above the pages. This component
 * must not use a context provider, because the provider may be what failed.
 */
export class RootErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <CrashScreen /> : this.props.children
  }
}

function CrashScreen() {
  const { lang } = document.documentElement
  const t = (text: Text) => textIn(text, isLanguage(lang) ? lang : 'pt-BR')
  return (
    <main className={classes.screen} role="alert">
      <h1>{t(outcomes.stoppedTitle)}</h1>
      <p>{t(outcomes.crashBody)}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {t(outcomes.reload)}
      </button>
    </main>
  )
}
