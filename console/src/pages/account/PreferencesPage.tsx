import type { ReactNode } from 'react'
import { settings } from '../../lib/i18n/settings.ts'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { preferences as texts } from './texts.ts'
import { OwnName } from '../../shared/person/OwnName.tsx'
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
    <Page
      title={t(pageNames.preferences)}
      description={
        <>
          <OwnName />
          <br />
          {t(texts.description)}
        </>
      }
    >
      <Section title={t(texts.reading)}>
        <Setting name={t(settings.language)}>
          <LanguageSwitch />
        </Setting>
        <Setting name={t(settings.scheme)}>
          <SchemeSwitch />
        </Setting>
        <Setting name={t(settings.zone)} hint={t(texts.zoneHint)}>
          <ZoneSwitch />
        </Setting>
        <Setting name={t(settings.negatives)} hint={t(texts.negativesHint)}>
          <NegativesSwitch />
        </Setting>
      </Section>
      <Section title={t(texts.keyboard)}>
        <Setting name={t(settings.shortcutsOn)} hint={t(texts.shortcutsHint)}>
          <ShortcutSwitch />
        </Setting>
      </Section>
    </Page>
  )
}

function Setting(props: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <div>
        <div className={classes.name}>{props.name}</div>
        {props.hint !== undefined && <p className={classes.hint}>{props.hint}</p>}
      </div>
      {props.children}
    </div>
  )
}
