import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { find as texts, nothingFound } from '../texts.ts'
import { useMerchantName } from '../../../api/merchants.ts'
import { isTestEnvironment } from '../../../lib/environment.ts'
import { common } from '../../../lib/i18n/common.ts'
import { classifySearchText } from './search-text.ts'
import { ErrorPanel } from '../../../ui/lists/ErrorPanel.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { usePaletteEntries, type PaletteEntry } from './palette-entries.ts'
import classes from './CommandPalette.module.css'

const TYPING_MS = 120
const TEXT_MAX = 512
const LIST_ID = 'palette-results'
const optionId = (index: number) => `palette-option-${index}`

/** Dialog that searches all merchants' records for a text, such as a pasted id. Enter opens the first result. */
export function CommandPalette(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose} lockScroll={false} padding={0} size="lg">
      <Modal.Overlay />
      <Modal.Content aria-label={t(texts.title)}>
        <Modal.Body>
          <PaletteSearch onClose={props.onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteSearch({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [input, setInput] = useState('')
  const [chosen, setChosen] = useState(0)
  // Whether the person has pressed Enter before the results arrived. In this case, the first result opens as soon as
  // the results arrive.
  const [submitPending, setSubmitPending] = useState(false)
  const typed = input.trim()
  const [text] = useDebouncedValue(typed, TYPING_MS)
  const { entries, query, settled, cut } = usePaletteEntries(typed, text)
  const current = Math.min(chosen, Math.max(entries.length - 1, 0))
  const go = (entry: PaletteEntry) => {
    onClose()
    entry.go()
  }
  useEffect(() => {
    const entry = entries[current]
    if (submitPending && settled) setSubmitPending(false)
    if (submitPending && settled && entry) go(entry)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const entry = entries[current]
    const count = Math.max(entries.length, 1)
    if (step !== 0) setChosen((current + step + count) % count)
    else if (event.key === 'Enter' && typed !== '' && !settled) setSubmitPending(true)
    else if (event.key === 'Enter' && entry) go(entry)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        size="md"
        variant="unstyled"
        className={classes.field}
        role="combobox"
        aria-label={t(texts.open)}
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
        placeholder={t(texts.placeholder)}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={TEXT_MAX}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={input}
        onChange={(change) => {
          setInput(change.currentTarget.value)
          setChosen(0)
          setSubmitPending(false)
        }}
        onKeyDown={onKeyDown}
      />
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      <SearchedMerchants cut={cut} />
      <PaletteOptions entries={entries} current={current} onGo={go} />
      {(typed === '' || entries.length === 0) && !query.isError && (
        <div className={classes.note} role="status">
          <MutedText>
            {t(settled && typed !== '' ? nothingFound[classifySearchText(typed)] : texts.hint)}
          </MutedText>
        </div>
      )}
    </>
  )
}

/**
 * Says of which merchants the palette searches the records, and whether results are missing. The chosen merchant does
 * not limit the search.
 */
function SearchedMerchants({ cut }: { cut: boolean }) {
  const t = useText()
  const merchantName = useMerchantName()
  return (
    <div className={classes.scope}>
      {t(texts.searchedIn)}: {isTestEnvironment() ? merchantName : t(common.allMerchants)}
      {cut && ` · ${t(texts.cut)}`}
    </div>
  )
}

function PaletteOptions(props: {
  entries: readonly PaletteEntry[]
  current: number
  onGo: (entry: PaletteEntry) => void
}) {
  const t = useText()
  const { current } = props
  useEffect(() => {
    // The braces matter: in newer browsers scrollIntoView returns a promise, and an effect must not return one.
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ul id={LIST_ID} role="listbox" aria-label={t(texts.results)} className={classes.hits}>
      {props.entries.map((entry, index) => (
        <li
          key={entry.id}
          id={optionId(index)}
          role="option"
          aria-selected={index === current}
          className={classes.hit}
          onClick={() => props.onGo(entry)}
        >
          <span className={classes.kind}>{entry.kind}</span>
          <span className={classes.title}>{entry.title}</span>
          {entry.detail !== '' && <span className={classes.detail}>{entry.detail}</span>}
        </li>
      ))}
    </ul>
  )
}
