import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { find as texts } from '../../lib/i18n/search/find.ts'
import { shouldIgnoreShortcut, topmostDialog, isTypingOrChord } from '../../lib/values/keyboard.ts'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useNotice } from '../../ui/notices.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { useCopy } from '../../ui/values/use-copy.ts'
import { useAllowedNavItems, type NavItem } from './Navigation.tsx'
import classes from './QuickSearch.module.css'

/** The letter that leads to a page after G. */
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

/** The pages that have a letter, of those this person can use. */
function useNavShortcuts(): [letter: string, place: NavItem][] {
  const places = useAllowedNavItems()
  return Object.entries(LETTERS).flatMap(([letter, to]) => {
    const place = places.find((known) => known.to === to)
    return place ? [[letter, place]] : []
  })
}

/**
 * Goes to the neighbour of what the page, or the dialog in front, is about; without one, moves the focus to the next or
 * previous row that opens something.
 */
function step(by: 1 | -1): void {
  const dialog = topmostDialog()
  const place = dialog ?? document.querySelector('main')
  const neighbour = place?.querySelector<HTMLElement>(`[data-step="${by}"]`)
  if (neighbour) return neighbour.click()
  if (dialog) return
  const rows = [...document.querySelectorAll('main [data-opens="true"]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  const link = row?.querySelector('a')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

/** The id of the row in focus, else of what the page is about. */
const idHere = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] ??
  document.querySelector<HTMLElement>('main [data-page-id]')?.dataset['pageId']

/** Copies that id, and reports it once it is copied. */
function useCopyOfId(): () => Promise<void> {
  const t = useText()
  const notify = useNotice()
  const { copy } = useCopy()
  return async () => {
    const id = idHere()
    if (id !== undefined && (await copy(id))) notify(`${t(common.copied)}: ${id}`)
  }
}

/** Single keys: J and K through a list, G and a letter to a page, `?` for help. Not while typing; can be off. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const { shortcuts } = usePreferences()
  const going = useRef(false)
  const copyId = useEffectEvent(useCopyOfId())
  const places = useNavShortcuts()
  const goTo = useEffectEvent((letter: string) => {
    const [, place] = places.find(([known]) => known === letter) ?? []
    if (place) void navigate({ to: place.to })
  })
  useEffect(() => {
    if (!shortcuts) return undefined
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      const isStep = key === 'j' || key === 'k'
      if (isStep ? isTypingOrChord(event) : shouldIgnoreShortcut(event)) return
      const isLetter = going.current && key in LETTERS
      going.current = !going.current && key === 'g'
      if (isLetter) goTo(key)
      else if (key === 'j') step(1)
      else if (key === 'k') step(-1)
      else if (key === 'c') void copyId()
      else if (event.key === '?') onHelp()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shortcuts, onHelp])
}

const keys = (...names: string[]) => (
  <span>
    {names.map((name) => (
      <kbd key={name} className={classes['key']}>
        {name}
      </kbd>
    ))}
  </span>
)

/** Every shortcut with what it does. */
export function ShortcutHelp(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  const places = useNavShortcuts()
  return (
    <Dialog opened={props.opened} title={t(texts.help)} onClose={props.onClose}>
      <DetailList
        items={[
          [
            t(texts.open),
            <span key="open">
              {keys('Ctrl', 'K')} {keys('/')}
            </span>,
          ],
          [t(texts.next), keys('J')],
          [t(texts.previous), keys('K')],
          ...places.map(
            ([letter, { name }]) => [t(texts.goTo(t(name))), keys('G', letter.toUpperCase())] as const,
          ),
          [t(texts.copyId), keys('C')],
          [t(exports.shortcut), keys('E')],
          [t(texts.thisHelp), keys('?')],
        ]}
      />
      <p>
        <Link to="/account/preferences" onClick={props.onClose}>
          {t(texts.turnOff)}
        </Link>
      </p>
    </Dialog>
  )
}
