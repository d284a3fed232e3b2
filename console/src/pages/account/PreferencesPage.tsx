import type { ReactNode } from 'react'
import { preferences as texts } from '../../lib/i18n/people/account.ts'
import { find } from '../../lib/i18n/search/find.ts'
import { shell } from '../../lib/i18n/shell.ts'
import {
  LanguageSwitch,
  NegativesSwitch,
  SchemeSwitch,
  ShortcutSwitch,
  ZoneSwitch,
} from '../../shared/PreferenceSwitches.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './PreferencesPage.module.css'

export function PreferencesPage() {
  const t = useText()
  return (
    <Page title={t(texts.title)} description={t(texts.description)}>
      <Section title={t(texts.reading)}>
        <Setting name={t(shell.language)}>
          <LanguageSwitch />
        </Setting>
        <Setting name={t(shell.scheme)}>
          <SchemeSwitch />
        </Setting>
        <Setting name={t(shell.zone)} hint={t(texts.zoneHint)}>
          <ZoneSwitch />
        </Setting>
        <Setting name={t(texts.negatives)} hint={t(texts.negativesHint)}>
          <NegativesSwitch />
        </Setting>
      </Section>
      <Section title={t(texts.keyboard)}>
        <Setting name={t(find.shortcutsOn)} hint={t(texts.shortcutsHint)}>
          <ShortcutSwitch />
        </Setting>
      </Section>
    </Page>
  )
}

function Setting(props: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes['setting']}>
      <div>
        <div className={classes['name']}>{props.name}</div>
        {props.hint !== undefined && <p className={classes['hint']}>{props.hint}</p>}
      </div>
      {props.children}
    </div>
  )
}
