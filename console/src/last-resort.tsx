import { Component, type ReactNode } from 'react'
import { outcomes } from './lib/i18n/common.ts'
import { isLanguage, textIn, type Text } from './lib/text.ts'
import classes from './last-resort.module.css'

/**
 * Catches what no page catches: a fault of the providers around the router, or of what floats over the pages. It offers
 * to reload, and uses nothing of those providers.
 */
export class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Stopped /> : this.props.children
  }
}

function Stopped() {
  const { lang } = document.documentElement
  const t = (text: Text) => textIn(text, isLanguage(lang) ? lang : 'pt-BR')
  return (
    <main className={classes['stopped']} role="alert">
      <h1>{t(outcomes.stoppedTitle)}</h1>
      <p>{t(outcomes.crashBody)}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {t(outcomes.reload)}
      </button>
    </main>
  )
}
