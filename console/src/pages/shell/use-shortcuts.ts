import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { shouldIgnoreShortcut, topmostDialog, isTypingOrChord } from '../../lib/values/keyboard.ts'
import { useNotice } from '../../ui/notices.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { useCopy } from '../../ui/values/use-copy.ts'
import { useAllowedNavItems, type NavItem } from './Navigation.tsx'

/** The page that each letter opens when a person presses it after G. */
const LETTERS: Readonly<Record<string, NavItem['to']>> = {
  h: '/',
  c: '/charges',
  d: '/cases',
  b: '/balance',
  p: '/payouts',
  s: '/statement',
  r: '/reconciliation',
  m: '/merchants',
  w: '/webhooks',
  k: '/api-keys',
}

/** Returns the letters that open a page after G, with the pages that the person may open. */
export function useNavShortcuts(): [letter: string, item: NavItem][] {
  const items = useAllowedNavItems()
  return Object.entries(LETTERS).flatMap(([letter, to]) => {
    const item = items.find((known) => known.to === to)
    return item ? [[letter, item]] : []
  })
}

/**
 * Clicks the link to the previous or next record in the topmost dialog, or in the page if no dialog is open. If the
 * page has no such link, moves the focus to the previous or next row of its list.
 */
function stepBy(by: 1 | -1): void {
  const dialog = topmostDialog()
  const scope = dialog ?? document.querySelector('main')
  const stepLink = scope?.querySelector<HTMLElement>(`[data-step="${by}"]`)
  if (stepLink) return stepLink.click()
  if (dialog) return
  const rows = [...document.querySelectorAll('main [data-opens="true"]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  const link = row?.querySelector('a')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

/** Returns the id of the focused row; if no row is focused, the id of the record that the page shows. */
const currentId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] ??
  document.querySelector<HTMLElement>('main [data-page-id]')?.dataset['pageId']

function useCopyCurrentId(): () => Promise<void> {
  const t = useText()
  const notify = useNotice()
  const { copy } = useCopy()
  return async () => {
    const id = currentId()
    if (id !== undefined && (await copy(id))) notify(`${t(common.copied)}: ${id}`)
  }
}

/**
 * Handles the single-key shortcuts. J and K step through a list, G and a letter open a page, C copies the id of the row
 * or page, `?` shows the help. Ignores these keys while the person types or has turned shortcuts off.
 */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const { shortcuts } = usePreferences()
  const isAfterG = useRef(false)
  const copyId = useEffectEvent(useCopyCurrentId())
  const items = useNavShortcuts()
  const goTo = useEffectEvent((letter: string) => {
    const [, item] = items.find(([known]) => known === letter) ?? []
    if (item) void navigate({ to: item.to })
  })
  useEffect(() => {
    if (!shortcuts) return undefined
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      const isStep = key === 'j' || key === 'k'
      if (isStep ? isTypingOrChord(event) : shouldIgnoreShortcut(event)) return
      const isLetter = isAfterG.current && key in LETTERS
      isAfterG.current = !isAfterG.current && key === 'g'
      if (isLetter) goTo(key)
      else if (key === 'j') stepBy(1)
      else if (key === 'k') stepBy(-1)
      else if (key === 'c') void copyId()
      else if (event.key === '?') onHelp()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shortcuts, onHelp])
}
