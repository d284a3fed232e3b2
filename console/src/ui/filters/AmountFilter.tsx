import { TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { filters } from '../../lib/i18n/search/filters.ts'
import type { Text } from '../../lib/text.ts'
import { amountForInput, parseAmount, type ParsedAmount } from '../../lib/values/money.ts'
import classes from './AmountFilter.module.css'
import { FilterActions, FilterPill } from './FilterPill.tsx'
import { usePreferences, useText } from '../preferences.tsx'

/** A minimum and a maximum in centavos, both included. Undefined means no limit. */
type Limits = { min: string | undefined; max: string | undefined }

const FAULT: Record<ParsedAmount['kind'], Text | null> = {
  cents: null,
  empty: null,
  ambiguous: filters.amountAmbiguous,
  invalid: filters.amountInvalid,
}

const centsOf = (parsed: ParsedAmount) => (parsed.kind === 'cents' ? parsed.cents.toString() : undefined)

function limitsText({ min, max }: Limits, format: (cents: string) => string): Text | null {
  if (min !== undefined && max !== undefined) {
    const both = `${format(min)} – ${format(max)}`
    return [both, both]
  }
  if (min !== undefined) return filters.atLeast(format(min))
  return max === undefined ? null : filters.atMost(format(max))
}

/** Filter for a minimum and a maximum amount. */
export function AmountFilter(
  props: Limits & { format: (cents: string) => string; onChange: (limits: Limits) => void },
) {
  const t = useText()
  const value = limitsText(props, props.format)
  return (
    <FilterPill
      name={t(filters.amount)}
      value={value && t(value)}
      onClear={() => props.onChange({ min: undefined, max: undefined })}
    >
      {(close) => (
        <AmountFields
          min={props.min}
          max={props.max}
          onApply={(limits) => {
            props.onChange(limits)
            close()
          }}
        />
      )}
    </FilterPill>
  )
}

function AmountFields(props: Limits & { onApply: (limits: Limits) => void }) {
  const t = useText()
  const { language } = usePreferences()
  const shown = (cents: string | undefined) => (cents === undefined ? '' : amountForInput(cents, language))
  const [least, setLeast] = useState(shown(props.min))
  const [most, setMost] = useState(shown(props.max))
  const [fault, setFault] = useState<{ least: Text | null; most: Text | null }>({ least: null, most: null })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const [low, high] = [parseAmount(least, language), parseAmount(most, language)]
    const crossed = low.kind === 'cents' && high.kind === 'cents' && low.cents > high.cents
    const faults = {
      least: FAULT[low.kind],
      most: FAULT[high.kind] ?? (crossed ? filters.amountOrder : null),
    }
    setFault(faults)
    if (!faults.least && !faults.most) props.onApply({ min: centsOf(low), max: centsOf(high) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <TextInput
          label={t(filters.minimum)}
          inputMode="decimal"
          leftSection="R$"
          data-autofocus
          value={least}
          error={fault.least && t(fault.least)}
          onChange={(change) => setLeast(change.currentTarget.value)}
        />
        <TextInput
          label={t(filters.maximum)}
          inputMode="decimal"
          leftSection="R$"
          value={most}
          error={fault.most && t(fault.most)}
          onChange={(change) => setMost(change.currentTarget.value)}
        />
      </div>
      <FilterActions onClear={() => props.onApply({ min: undefined, max: undefined })} />
    </form>
  )
}
