import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auditAct, audit as texts } from './texts.ts'
import { parseAuditSearch, type AuditSearch } from '../../lib/search/audit-search.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { SelectFilter } from '../../ui/filters/SelectFilter.tsx'
import { TextFilter } from '../../ui/filters/TextFilter.tsx'
import { auditChoicesQuery } from './queries.ts'

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void }

/** The filters of the audit log. Each change updates the URL immediately. */
export function AuditFilters({ search, onChange }: Props) {
  const t = useText()
  const { data: choices } = useQuery(auditChoicesQuery)
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
