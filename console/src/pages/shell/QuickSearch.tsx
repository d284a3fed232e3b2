import { TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, type SyntheticEvent } from 'react'
import { shell } from '../../lib/i18n/shell.ts'
import { useText } from '../../ui/preferences.tsx'
import classes from './QuickSearch.module.css'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Finds a charge from anywhere: a charge id opens it, anything else filters the list. */
export function QuickSearch() {
  const t = useText()
  const navigate = useNavigate()
  const current = useSearch({ strict: false, select: (search) => search.q })
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['mod+K', () => field.current?.focus()]])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const q = field.current?.value.trim() ?? ''
    if (UUID.test(q)) void navigate({ to: '/charges/$chargeId', params: { chargeId: q.toLowerCase() } })
    else void navigate({ to: '/charges', search: q === '' ? {} : { q } })
  }
  return (
    <form role="search" aria-label={t(shell.search)} className={classes['form']} onSubmit={submit}>
      <TextInput
        ref={field}
        key={current}
        defaultValue={current ?? ''}
        type="search"
        aria-label={t(shell.search)}
        placeholder={t(shell.searchPlaceholder)}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<kbd className={classes['key']}>Ctrl K</kbd>}
        rightSectionWidth={64}
        rightSectionPointerEvents="none"
      />
    </form>
  )
}
