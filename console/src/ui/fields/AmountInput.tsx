import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { filters } from '../../lib/i18n/search/filters.ts'
import type { Text } from '../../lib/text.ts'
import { amountForInput, parseAmount, type Cents, type ParsedAmount } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../preferences.tsx'

const FAULT: Record<ParsedAmount['kind'], Text | null> = {
  cents: null,
  empty: filters.amountInvalid,
  ambiguous: filters.amountAmbiguous,
  invalid: filters.amountInvalid,
}

/** The state of an amount field. */
export type TypedAmount = {
  text: string
  setText: (text: string) => void
  fault: Text | null
  /** Parses the text and sets the fault. Returns centavos; null when the text is invalid, zero or more than `max`. */
  read: (max?: Cents) => string | null
}

/** Returns the state of an amount field, initially with `initialCents` or empty. */
export function useAmount(initialCents: Cents | null): TypedAmount {
  const { language } = usePreferences()
  const [text, setText] = useState(initialCents === null ? '' : amountForInput(initialCents, language))
  const [fault, setFault] = useState<Text | null>(null)
  const read = (max?: Cents) => {
    const parsed = parseAmount(text, language)
    const cents = parsed.kind === 'cents' ? parsed.cents : null
    const newFault =
      cents === null
        ? FAULT[parsed.kind]
        : cents === 0n
          ? filters.amountZero
          : max !== undefined && cents > BigInt(max)
            ? filters.amountTooMuch
            : null
    setFault(newFault)
    return newFault === null && cents !== null ? cents.toString() : null
  }
  return { text, setText, fault, read }
}

export function AmountInput(props: {
  amount: TypedAmount
  label: string
  description?: ReactNode
  disabled?: boolean
}) {
  const t = useText()
  const { amount } = props
  return (
    <TextInput
      label={props.label}
      description={props.description}
      inputMode="decimal"
      leftSection="R$"
      autoComplete="off"
      disabled={props.disabled ?? false}
      value={amount.text}
      error={amount.fault && t(amount.fault)}
      onChange={(change) => amount.setText(change.currentTarget.value)}
    />
  )
}
