import { Input, Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { zoneTime } from '../../lib/i18n/settings.ts'
import { instantOfLocal } from '../../lib/time/local-time.ts'
import { offsetOf } from '../../lib/time/when.ts'
import type { DateTimeFieldPicker, DateTimeFieldProps } from './DateTimeFieldPicker.tsx'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'
import { usePreferences, useText } from '../preferences.tsx'

const FIELD_HEIGHT_PX = 36

/** A field for a date and time, in the preferred language and time zone. The field shows the name of that time zone. */
export function DateTimeField(props: DateTimeFieldProps) {
  const t = useText()
  const { zone } = usePreferences()
  const [Picker, setPicker] = useState<typeof DateTimeFieldPicker | 'failed' | null>(null)
  useEffect(() => {
    import('./DateTimeFieldPicker.tsx').then(
      (part) => setPicker(() => part.DateTimeFieldPicker),
      () => setPicker('failed'),
    )
  }, [])
  const instant = instantOfLocal(props.value, zone) ?? instantOfLocal(props.latest, zone)
  const description = t(zoneTime(zone, instant === null ? '' : offsetOf(instant, zone)))
  if (Picker !== null && Picker !== 'failed') return <Picker {...props} description={description} />
  return (
    <Input.Wrapper label={props.label} description={description} labelElement="div">
      {Picker === 'failed' ? <ChunkLoadError /> : <Skeleton height={FIELD_HEIGHT_PX} />}
    </Input.Wrapper>
  )
}
