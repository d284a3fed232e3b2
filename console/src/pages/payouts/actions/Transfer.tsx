import { TextInput } from '@mantine/core'
import { transfer as texts } from './transfer-texts.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { parsed, requiredText } from '../../../lib/form-schema.ts'
import type { Text } from '../../../lib/text.ts'
import type { Zone } from '../../../lib/time/day.ts'
import { instantOfLocal, localText } from '../../../lib/time/local-time.ts'
import { DateTimeField } from '../../../ui/fields/DateTimeField.tsx'
import type { FieldProps } from '../../../ui/forms/field-props.ts'
import { usePreferences, useText } from '../../../ui/preferences.tsx'

const REFERENCE_MAX = 120

/** Returns the initial values of a bank transfer's fields: no reference, and the current time. */
export const transferNow = (zone: Zone) => ({ externalReference: '', paidAt: localText(nowMs(), zone) })

/** Returns the schemas of the fields of a bank transfer. */
export const transferSchema = (t: (text: Text) => string, zone: Zone) => ({
  externalReference: requiredText(t(texts.externalMissing)),
  paidAt: parsed((local) => {
    const value = instantOfLocal(local, zone)
    return value === null ? { fault: t(texts.whenInvalid) } : { value }
  }),
})

/** The fields for the reference and the time of a bank transfer. */
export function TransferFields({ reference, at }: { reference: FieldProps<string>; at: FieldProps<string> }) {
  const t = useText()
  const { zone } = usePreferences()
  return (
    <>
      <TextInput
        {...reference}
        label={t(texts.externalReference)}
        description={t(texts.externalHint)}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
      />
      <DateTimeField {...at} label={t(texts.when)} latest={localText(nowMs(), zone)} />
    </>
  )
}
