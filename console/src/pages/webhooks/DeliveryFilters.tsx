import { NativeSelect } from '@mantine/core'
import { deliveries as texts } from './texts.ts'
import { parseDeliverySearch, type DeliverySearch } from './search.ts'
import { common } from '../../lib/i18n/common.ts'
import { deliveryStatus } from '../../lib/i18n/status.ts'
import { errorClassName } from '../../lib/i18n/webhooks/error-class-name.ts'
import { DELIVERY_STATES } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import classes from './Deliveries.module.css'
import { EventTypeSelect } from './EventTypeSelect.tsx'

/** The filters of the delivery list. Each change of a filter immediately changes the URL. */
export function DeliveryFilters(props: {
  search: DeliverySearch
  onChange: (search: DeliverySearch) => void
}) {
  const t = useText()
  const { search } = props
  const set = (change: Record<string, unknown>) =>
    props.onChange(parseDeliverySearch({ ...search, ...change }))
  return (
    <>
      <EventTypeSelect
        size="xs"
        className={classes.eventType}
        aria-label={t(texts.event)}
        value={search.event ?? ''}
        onChange={(event) => set({ event })}
      />
      <NativeSelect
        size="xs"
        aria-label={t(texts.status)}
        value={search.status ?? ''}
        onChange={(change) => set({ status: change.currentTarget.value })}
        data={[
          { value: '', label: `${t(texts.status)}: ${t(common.allOfThese)}` },
          ...DELIVERY_STATES.map((value) => ({ value, label: t(deliveryStatus[value]) })),
        ]}
      />
      <NativeSelect
        size="xs"
        className={classes.error}
        aria-label={t(texts.error)}
        value={search.error ?? ''}
        onChange={(change) => set({ error: change.currentTarget.value })}
        data={[
          { value: '', label: `${t(texts.error)}: ${t(common.allOfThese)}` },
          ...Object.entries(errorClassName).map(([value, name]) => ({ value, label: t(name) })),
        ]}
      />
      <RangeFilter range={search.range} onChange={(range) => set({ range })} />
      <CopyLink />
    </>
  )
}
