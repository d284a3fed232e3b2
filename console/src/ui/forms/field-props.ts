import type { ReactNode } from 'react'

/** The properties that connect an input with a field of a form. */
export interface FieldProps<Value> {
  value: Value
  error: ReactNode
  /** Receives a change event or a value. */
  onChange: (change: unknown) => void
  'data-path': string
}
