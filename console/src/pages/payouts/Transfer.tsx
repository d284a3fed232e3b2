import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { nowMs } from '../../lib/time/clock.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { instantOfLocal, localText } from '../../lib/time/local-time.ts'
import { DateTimeField } from '../../ui/fields/DateTimeField.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

const REFERENCE_MAX = 120

/** The state of the fields for a bank transfer: its reference and its time. */
export function useTransfer() {
  const { zone } = usePreferences()
  const [reference, setReference] = useState('')
  const [at, setAt] = useState(() => localText(nowMs(), zone))
  const [checked, setChecked] = useState(false)
  const paidAt = instantOfLocal(at, zone)
  const externalReference = reference.trim()
  const read = () => {
    setChecked(true)
    return externalReference === '' || paidAt === null ? null : { externalReference, paidAt }
  }
  const missing = { reference: checked && externalReference === '', at: checked && paidAt === null }
  return { reference, setReference, at, setAt, missing, latest: localText(nowMs(), zone), read }
}

export function TransferFields({ transfer }: { transfer: ReturnType<typeof useTransfer> }) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t(texts.externalReference)}
        description={t(texts.externalHint)}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        value={transfer.reference}
        error={transfer.missing.reference && t(texts.externalMissing)}
        onChange={(change) => transfer.setReference(change.currentTarget.value)}
      />
      <DateTimeField
        label={t(texts.when)}
        latest={transfer.latest}
        value={transfer.at}
        error={transfer.missing.at && t(texts.whenInvalid)}
        onChange={transfer.setAt}
      />
    </>
  )
}
