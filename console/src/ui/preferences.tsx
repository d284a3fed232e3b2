import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ZONES, type Zone } from '../lib/time/day.ts'
import { isLanguage, textIn, type Language, type Text } from '../lib/text.ts'
import { NEGATIVES, type Negatives } from '../lib/values/money.ts'
import { writeLocalStorage, readLocalStorage } from '../lib/storage.ts'

/** How this person reads the console. */
export type Preferences = {
  language: Language
  zone: Zone
  /** Whether single keys do something. */
  shortcuts: boolean
  /** How a debit is written. */
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

const firstLanguage = (): Language => {
  const kept = readLocalStorage(LANGUAGE_KEY)
  return isLanguage(kept) ? kept : 'pt-BR'
}

/** The zone of the last visit. */
export const storedZone = (): Zone =>
  ZONES.find((zone) => zone === readLocalStorage(ZONE_KEY)) ?? 'America/Sao_Paulo'

const firstNegatives = (): Negatives =>
  NEGATIVES.find((way) => way === readLocalStorage(NEGATIVES_KEY)) ?? 'minus'

/** The zone of the address, so that a copied link shows its times at once as they were shown. */
function firstZone(): Zone {
  const named = new URLSearchParams(window.location.search).get('zone')
  return ZONES.find((zone) => zone === named) ?? storedZone()
}

/** Gives every page the language and the zone, remembers them, and keeps the `lang` of the document true. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  const [zone, setZone] = useState(firstZone)
  const [shortcuts, setShortcuts] = useState(() => readLocalStorage(SHORTCUTS_KEY) !== 'off')
  const [negatives, setNegatives] = useState(firstNegatives)

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

/** The language and zone this person chose. */
export function usePreferences(): Preferences {
  const preferences = use(PreferencesContext)
  if (!preferences) throw new Error('BUG: usePreferences was called outside PreferencesProvider')
  return preferences
}

/** A function that gives a text of the catalogue in the language chosen. */
export function useText(): (text: Text) => string {
  const { language } = usePreferences()
  return (text) => textIn(text, language)
}
