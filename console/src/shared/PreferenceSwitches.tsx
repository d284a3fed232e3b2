import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { ZONES, type Zone } from '../lib/time/day.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preferences } from '../lib/i18n/people/account.ts'
import { find } from '../lib/i18n/search/find.ts'
import { languageNames, shell, zoneName } from '../lib/i18n/shell.ts'
import { LANGUAGES } from '../lib/text.ts'
import { formatCents, NEGATIVES } from '../lib/values/money.ts'
import { usePreferences, useText } from '../ui/preferences.tsx'
import classes from './PreferenceSwitches.module.css'

/** Shows times in the zone that stands in the address: after Back, or in a link that was pasted. */
export function useZoneFromUrl(): void {
  const { setZone } = usePreferences()
  const zone = useSearch({ strict: false, select: (search) => search.zone })
  useEffect(() => {
    if (zone !== undefined) setZone(zone)
  }, [zone, setZone])
}

/** The zone every time is shown in. It stands in the address, and is readLocalStorage for the next visit. */
export function ZoneSwitch({ size = 'sm' }: { size?: 'xs' | 'sm' }) {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const choose = (chosen: Zone) =>
    void navigate({ to: '.', search: (search) => ({ ...search, zone: chosen }), replace: true })
  return (
    <SegmentedControl
      size={size}
      fullWidth
      aria-label={t(shell.zone)}
      value={zone}
      onChange={choose}
      data={ZONES.map((value) => ({ value, label: t(zoneName[value]) }))}
    />
  )
}

/** The language of the console. */
export function LanguageSwitch() {
  const t = useText()
  const { language, setLanguage } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(shell.language)}
      value={language}
      onChange={setLanguage}
      data={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
    />
  )
}

const option = (IconComponent: typeof IconSun, name: string) => (
  <span className={classes['option']}>
    <IconComponent size={16} aria-hidden />
    {name}
  </span>
)

/** Light, dark, or what the system says. Pausing transitions would need an injected style, which the policy refuses. */
export function SchemeSwitch() {
  const t = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(shell.scheme)}
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light' as const, label: option(IconSun, t(shell.schemeLight)) },
        { value: 'dark' as const, label: option(IconMoon, t(shell.schemeDark)) },
        { value: 'auto' as const, label: option(IconDeviceDesktop, t(shell.schemeAuto)) },
      ]}
    />
  )
}

/** Whether single keys do something: they get in the way of speech input. */
export function ShortcutSwitch() {
  const t = useText()
  const { shortcuts, setShortcuts } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(find.shortcutsOn)}
      value={shortcuts ? 'on' : 'off'}
      onChange={(value) => setShortcuts(value === 'on')}
      data={[
        { value: 'on', label: t(find.on) },
        { value: 'off', label: t(find.off) },
      ]}
    />
  )
}

/** An amount that shows how debits are written. */
const SAMPLE_CENTS = '-123450'

/** How a debit is written. */
export function NegativesSwitch() {
  const t = useText()
  const { language, negatives, setNegatives } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(preferences.negatives)}
      value={negatives}
      onChange={setNegatives}
      data={NEGATIVES.map((value) => ({ value, label: formatCents(SAMPLE_CENTS, language, 'auto', value) }))}
    />
  )
}
