import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { settings, languageNames, zoneName } from '../lib/i18n/settings.ts'
import { ZONES, type Zone } from '../lib/time/day.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LANGUAGES } from '../lib/text.ts'
import { formatCents, NEGATIVES } from '../lib/values/money.ts'
import { usePreferences, useText } from '../ui/preferences.tsx'
import classes from './PreferenceSwitches.module.css'

/** Sets the preferred time zone to the time zone in the URL, which changes after Back or when a person opens a link. */
export function useZoneFromUrl(): void {
  const { setZone } = usePreferences()
  const zone = useSearch({ strict: false, select: (search) => search.zone })
  useEffect(() => {
    if (zone !== undefined) setZone(zone)
  }, [zone, setZone])
}

/** Switch for the time zone of all times in the console. Stores the choice in the URL and in the preferences. */
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
      aria-label={t(settings.zone)}
      value={zone}
      onChange={choose}
      data={ZONES.map((value) => ({ value, label: t(zoneName[value]) }))}
    />
  )
}

export function LanguageSwitch() {
  const t = useText()
  const { language, setLanguage } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(settings.language)}
      value={language}
      onChange={setLanguage}
      data={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
    />
  )
}

const option = (IconComponent: typeof IconSun, name: string) => (
  <span className={classes.option}>
    <IconComponent size={16} aria-hidden />
    {name}
  </span>
)

/**
 * Switch for the colour scheme. CSS transitions run during the switch: Mantine would pause them with a style element,
 * which the Content-Security-Policy blocks.
 */
export function SchemeSwitch() {
  const t = useText()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(settings.scheme)}
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: 'light' as const, label: option(IconSun, t(settings.schemeLight)) },
        { value: 'dark' as const, label: option(IconMoon, t(settings.schemeDark)) },
        { value: 'auto' as const, label: option(IconDeviceDesktop, t(settings.schemeAuto)) },
      ]}
    />
  )
}

/** Switch that turns single-key shortcuts on or off. Speech input can trigger such shortcuts by accident. */
export function ShortcutSwitch() {
  const t = useText()
  const { shortcuts, setShortcuts } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(settings.shortcutsOn)}
      value={shortcuts ? 'on' : 'off'}
      onChange={(value) => setShortcuts(value === 'on')}
      data={[
        { value: 'on', label: t(settings.on) },
        { value: 'off', label: t(settings.off) },
      ]}
    />
  )
}

const SAMPLE_CENTS = '-123450'

export function NegativesSwitch() {
  const t = useText()
  const { language, negatives, setNegatives } = usePreferences()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t(settings.negatives)}
      value={negatives}
      onChange={setNegatives}
      data={NEGATIVES.map((value) => ({ value, label: formatCents(SAMPLE_CENTS, language, 'auto', value) }))}
    />
  )
}
