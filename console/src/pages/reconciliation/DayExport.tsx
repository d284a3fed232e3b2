import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, dayOf, isDay } from '../../lib/time/day.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { dayList } from './day.list.tsx'
import { reconciliation as texts } from './texts.ts'

/** The time zone of the server's reconciliation days. */
const ZONE = 'America/Sao_Paulo'

/** Form that downloads the reconciliation of a past day, for one merchant or for all. It proposes yesterday. */
export function DayExport({ merchantId }: { merchantId: string | null }) {
  const t = useText()
  const [date, setDate] = useState(() => addDays(dayOf(nowMs(), ZONE), -1))
  return (
    <Section
      title={t(texts.day)}
      aside={isDay(date) && <ExportList size="xs" list={dayList} filter={{ merchantId, date }} />}
    >
      <TextInput
        type="date"
        label={t(texts.date)}
        description={t(texts.dayBody)}
        value={date}
        error={isDay(date) ? null : t(texts.invalidDate)}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
    </Section>
  )
}
