import { useEffect } from 'react'
import { shouldIgnoreShortcut } from '../lib/values/keyboard.ts'
import { usePreferences } from './preferences.tsx'

/** Binds a key to an action. Ignores the key in text fields, while a dialog is open, and when shortcuts are off. */
export function useShortcutKey(key: string, act: () => void): void {
  const { shortcuts } = usePreferences()
  useEffect(() => {
    if (!shortcuts) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.repeat) return
      if (event.defaultPrevented || shouldIgnoreShortcut(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shortcuts, key, act])
}
