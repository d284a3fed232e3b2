import { TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { FilterActions, FilterPill } from './FilterPill.tsx'

/** A filter with a text that the person types. */
export function TextFilter(props: {
  name: string
  label: string
  value: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <FilterPill name={props.name} value={props.value ?? null} onClear={() => props.onChange('')}>
      {(close) => (
        <TextField
          label={props.label}
          value={props.value ?? ''}
          onApply={(text) => {
            props.onChange(text)
            close()
          }}
        />
      )}
    </FilterPill>
  )
}

/** The form of a text filter. `onApply` gets the trimmed text; an empty text clears the filter. */
export function TextField(props: { label: string; value: string; onApply: (text: string) => void }) {
  const [typed, setTyped] = useState(props.value)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    props.onApply(typed.trim())
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={props.label}
        value={typed}
        maxLength={200}
        data-autofocus
        onChange={(change) => setTyped(change.currentTarget.value)}
      />
      <FilterActions onClear={() => props.onApply('')} />
    </form>
  )
}
