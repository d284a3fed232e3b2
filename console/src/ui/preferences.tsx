import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ZONES, type Zone } from '../lib/time/day.ts'
import { isLanguage, textIn, type Language, type Text } from '../lib/text.ts'
import { NEGATIVES, type Negatives } from '../lib/values/money.ts'
import { writeLocalStorage, readLocalStorage } from '../lib/storage.ts'

export type Preferences = {
  language: Language
  zone: Zone
  /** Whether single-key shortcuts are on. */
  shortcuts: boolean
  negatives: Negatives
  setLanguage: (language: Language) => void
  setZone: (zone: Zone) => void
  setShortcuts: (shortcuts: boolean) => void
  setNegatives: (negatives: Negatives) => void
}

const LANGUAGE_KEY = 'console.language'
const ZONE_KEY = 'console.zone'
const SHORTCUTS_KEY = 'console.shortcuts'
const NEGATIVES_KEY = 'console.negatives'

const PreferencesContext = createContext<Preferences | null>(null)

const initialLanguage = (): Language => {
  const stored = readLocalStorage(LANGUAGE_KEY)
  return isLanguage(stored) ? stored : 'pt-BR'
}

export const storedZone = (): Zone =>
  ZONES.find((zone) => zone === readLocalStorage(ZONE_KEY)) ?? 'America/Sao_Paulo'

const initialNegatives = (): Negatives =>
  NEGATIVES.find((way) => way === readLocalStorage(NEGATIVES_KEY)) ?? 'minus'

/**
 * Returns the time zone in the URL, so that everybody who opens a copied link sees the same times. If the URL contains
 * no time zone, returns the stored time zone.
 */
function initialZone(): Zone {
  const named = new URLSearchParams(window.location.search).get('zone')
  return ZONES.find((zone) => zone === named) ?? storedZone()
}

/** Provides the preferences to the components, stores them in the browser, and sets `lang` of the HTML document. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage)
  const [zone, setZone] = useState(initialZone)
  const [shortcuts, setShortcuts] = useState(() => readLocalStorage(SHORTCUTS_KEY) !== 'off')
  const [negatives, setNegatives] = useState(initialNegatives)

  useEffect(() => {
    document.documentElement.lang = language
    writeLocalStorage(LANGUAGE_KEY, language)
  }, [language])
  useEffect(() => writeLocalStorage(ZONE_KEY, zone), [zone])
  useEffect(() => writeLocalStorage(SHORTCUTS_KEY, shortcuts ? null : 'off'), [shortcuts])
  useEffect(() => writeLocalStorage(NEGATIVES_KEY, negatives === 'minus' ? null : negatives), [negatives])

  const value = useMemo(
    () => ({
      language,
      zone,
      shortcuts,
      negatives,
      setLanguage,
      setZone,
      setShortcuts,
      setNegatives,
    }),
    [language, zone, shortcuts, negatives],
  )
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}

export function usePreferences(): Preferences {
  const preferences = use(PreferencesContext)
  if (!preferences) throw new Error('BUG: usePreferences was called outside PreferencesProvider')
  return preferences
}

/** Returns a function that translates a text into the preferred language. */
export function useText(): (text: Text) => string {
  const { language } = usePreferences()
  return (text) => textIn(text, language)
}
