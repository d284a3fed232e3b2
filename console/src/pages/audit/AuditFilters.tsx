import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { auditAct, audit as texts } from './texts.ts'
import { merchantsQuery } from '../../api/merchants.ts'
import { parseAuditSearch, type AuditSearch } from '../../lib/search/audit-search.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import type { Text } from '../../lib/text.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { FilterActions, FilterBar, FilterPill } from '../../ui/filters/FilterPill.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { auditChoicesQuery } from './queries.ts'

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void }

/** The filters of the audit log. Each change updates the URL immediately. */
export function AuditFilters({ search, onChange }: Props) {
  const t = useText()
  const { data: choices } = useQuery(auditChoicesQuery)
  const { data: merchants } = useQuery(merchantsQuery)
  const set = (change: Record<string, unknown>) => onChange(parseAuditSearch({ ...search, ...change }))
  const people = choices?.staffMembers.map(({ id, name }) => ({ value: `staff:${id}`, label: name })) ?? []
  return (
    <FilterBar label={t(filters.label)}>
      <SelectFilter
        name={t(texts.who)}
        value={search.who}
        onChange={(who) => set({ who })}
        data={[
          ...people,
          { value: 'cli', label: t(texts.commandLine) },
          { value: 'anonymous', label: t(texts.anonymous) },
        ]}
      />
      <SelectFilter
        name={t(texts.action)}
        every={common.allOfThese}
        value={search.act}
        onChange={(act) => set({ act })}
        data={(choices?.auditActions ?? []).map((value) => ({ value, label: t(named(auditAct, value)) }))}
      />
      <SelectFilter
        name={t(texts.merchant)}
        value={search.of}
        onChange={(of) => set({ of })}
        data={(merchants?.merchants ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <RangeFilter range={search.range} onChange={(range) => set({ range })} />
      <TextFilter
        name={t(texts.target)}
        label={t(texts.targetId)}
        value={search.target}
        onChange={(target) => set({ target })}
      />
      <TextFilter
        name={t(common.reason)}
        label={t(texts.reasonPart)}
        value={search.text}
        onChange={(text) => set({ text })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange({})}>
          {t(common.clearFilters)}
        </Button>
      )}
      <CopyLink />
    </FilterBar>
  )
}

function SelectFilter(props: {
  name: string
  value: string | undefined
  /**
   * The label of the option for all values. In Portuguese, its gender must match the name of the filter («todos» or
   * «todas»).
   */
  every?: Text
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const t = useText()
  const { name, value = '', every = common.all, data } = props
  // A value from the URL stays selected even if the options do not contain it.
  const unknown = value !== '' && data.every((one) => one.value !== value) ? [{ value, label: value }] : []
  return (
    <NativeSelect
      size="xs"
      aria-label={name}
      value={value}
      onChange={(change) => props.onChange(change.currentTarget.value)}
      data={[{ value: '', label: `${name}: ${t(every)}` }, ...unknown, ...data]}
    />
  )
}

function TextFilter(props: {
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

function TextField(props: { label: string; value: string; onApply: (text: string) => void }) {
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
