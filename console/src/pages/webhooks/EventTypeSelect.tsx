import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { replays } from './replays/texts.ts'
import { WebhookEventTypesDocument } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { eventName } from '../../lib/i18n/status.ts'
import { useText } from '../../ui/preferences.tsx'

/** Loads the event types only once, because they do not change while the console is open. */
export const eventTypesQuery = { ...gqlQuery(WebhookEventTypesDocument, {}), staleTime: 'static' as const }

/** Select for an event type. The value `''` selects all event types. */
export function EventTypeSelect(
  props: Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> & {
    value: string
    onChange: (type: string) => void
  },
) {
  const t = useText()
  const { value, onChange, ...look } = props
  const { data } = useQuery(eventTypesQuery)
  return (
    <NativeSelect
      {...look}
      value={value}
      onChange={(change) => onChange(change.currentTarget.value)}
      data={[
        { value: '', label: t(replays.everyEvent) },
        ...(data?.webhookEventTypes ?? []).map((type) => {
          const name = eventName[type]
          return { value: type, label: name ? `${t(name)} (${type})` : type }
        }),
      ]}
    />
  )
}
