import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { SearchDocument, type SearchQuery } from '../../api/generated/graphql.ts'
import { q } from '../../api/query.ts'
import { find as texts, hitKind } from '../../lib/i18n/find.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Quiet } from '../../ui/Quiet.tsx'
import classes from './Palette.module.css'

type Hit = SearchQuery['search'][number]

const TYPING_MS = 120
const TEXT_MAX = 200
const LIST_ID = 'palette-results'
const optionId = (index: number) => `palette-option-${index}`

/** Finds whatever a pasted text names, among all merchants, and goes there. A single answer is one Enter away. */
export function Palette(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose} padding={0} size="lg">
      <Modal.Overlay />
      <Modal.Content aria-label={t(texts.title)}>
        <Modal.Body>
          <Finder onClose={props.onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const t = useText()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = useQuery({
    ...q(SearchDocument, { text }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const hits = text === '' ? [] : (query.data?.search ?? [])
  const current = hits.length === 0 ? 0 : Math.min(chosen, hits.length - 1)
  const go = (hit: Hit) => {
    onClose()
    router.history.push(hit.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const hit = hits[current]
    if (step !== 0) setChosen((current + step + Math.max(hits.length, 1)) % Math.max(hits.length, 1))
    else if (event.key === 'Enter' && hit && !query.isPlaceholderData && text === typed.trim()) go(hit)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes['field']}
        role="combobox"
        aria-label={t(texts.open)}
        aria-expanded={hits.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={hits.length > 0 ? optionId(current) : undefined}
        placeholder={t(texts.placeholder)}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(change) => {
          setTyped(change.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      <Hits hits={hits} current={current} onGo={go} />
      {hits.length === 0 && !query.isError && (
        <div className={classes['note']} role="status">
          <Quiet>{t(text === '' || query.isFetching ? texts.hint : texts.nothing)}</Quiet>
        </div>
      )}
    </>
  )
}

function Hits(props: { hits: Hit[]; current: number; onGo: (hit: Hit) => void }) {
  const t = useText()
  return (
    <ul id={LIST_ID} role="listbox" aria-label={t(texts.results)} className={classes['hits']}>
      {props.hits.map((hit, index) => (
        <li
          key={`${hit.kind} ${hit.id}`}
          id={optionId(index)}
          role="option"
          aria-selected={index === props.current}
          className={classes['hit']}
          onClick={() => props.onGo(hit)}
        >
          <span className={classes['kind']}>{t(hitKind[hit.kind])}</span>
          <span className={classes['title']}>{hit.title}</span>
          <span className={classes['detail']}>
            {[hit.detail, hit.merchant.name].filter((part) => part !== null).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
