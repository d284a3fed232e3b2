import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { webhooks as texts } from './texts.ts'
import { useActionForm } from '../../api/action-form.ts'
import { RegisterWebhookEndpointDocument } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { optionalText } from '../../lib/form-schema.ts'
import { eventName } from '../../lib/i18n/status.ts'
import { isEndpointUrl } from './endpoint-url.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import type { FieldProps } from '../../ui/forms/field-props.ts'
import { useText } from '../../ui/preferences.tsx'
import { eventTypesQuery } from './EventTypeSelect.tsx'
import classes from './RegisterEndpoint.module.css'

const EMPTY: { url: string; description: string; eventTypes: string[] } = {
  url: '',
  description: '',
  eventTypes: [],
}

/** Form that registers a webhook endpoint and passes its signing secret to `onSecret`. */
export function RegisterForm(props: { onCancel: () => void; onSecret: (secret: string) => void }) {
  const t = useText()
  const merchantId = useMerchantId()
  const form = useActionForm(RegisterWebhookEndpointDocument, {
    initialValues: EMPTY,
    schema: () =>
      z.object({
        url: z.string().check(z.refine(isEndpointUrl, t(texts.urlInvalid)), z.trim()),
        description: optionalText,
        eventTypes: z.array(z.string()),
      }),
    request: (endpoint) => ({ merchantId, ...endpoint }),
    fieldProblems: { url: texts.urlInvalid },
    onDone: ({ registerWebhookEndpoint }) => props.onSecret(registerWebhookEndpoint.signingSecret),
  })
  return (
    <ActionForm form={form} submit={t(texts.register)} onCancel={props.onCancel}>
      <TextInput
        {...form.field('url')}
        label={t(texts.url)}
        description={t(texts.urlHint)}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        data-autofocus
      />
      <TextInput
        {...form.field('description')}
        label={t(texts.purpose)}
        description={t(texts.purposeHint)}
        autoComplete="off"
        maxLength={140}
      />
      <EventTypesField {...form.field('eventTypes')} />
    </ActionForm>
  )
}

/**
 * The minimum size of a click target (WCAG 2.5.8). A smaller checkbox would need free space around it, which the sticky
 * footer of the dialog may cover.
 */
const targetSize = () => ({ root: { '--checkbox-size': '1.5rem' } })

function EventTypesField(props: FieldProps<string[]>) {
  const t = useText()
  const { data } = useQuery(eventTypesQuery)
  return (
    <Checkbox.Group label={t(texts.events)} description={t(texts.eventsHint)} {...props}>
      <div className={classes.events}>
        {(data?.webhookEventTypes ?? []).map((type) => (
          <Checkbox key={type} value={type} label={<EventLabel type={type} />} vars={targetSize} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function EventLabel({ type }: { type: string }) {
  const t = useText()
  const name = eventName[type]
  return (
    <span className={classes.event}>
      {name && t(name)} <span className="mono faint">{type}</span>
    </span>
  )
}
