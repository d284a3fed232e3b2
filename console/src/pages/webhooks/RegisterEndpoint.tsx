import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { executeMutation } from '../../api/client.ts'
import { RegisterWebhookEndpointDocument, WebhookEventTypesDocument } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { common } from '../../lib/i18n/common.ts'
import { problemText } from '../../lib/i18n/problems.ts'
import { eventName } from '../../lib/i18n/status.ts'
import type { Text } from '../../lib/text.ts'
import { webhooks as texts } from '../../lib/i18n/webhooks/webhooks.ts'
import { Problem } from '../../lib/problem.ts'
import { isEndpointUrl } from '../../lib/values/urls.ts'
import { FormActions, FormError } from '../../ui/dialogs/Form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'
import classes from './RegisterEndpoint.module.css'

/** Returns the error of the URL field, if the server refused the URL. */
const urlFault = (error: unknown): Text | null => {
  if (!(error instanceof Problem) || error.fields['url'] === undefined) return null
  return error.reason === 'ssrf_blocked' ? problemText(error) : texts.urlInvalid
}

/** Registers an endpoint, then shows its signing secret once. */
export function RegisterEndpoint(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  // Keep the secret in this component only, neither in the query cache nor in the URL.
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <Modal
        opened={props.opened && secret === null}
        onClose={props.onClose}
        title={t(texts.registerTitle)}
        closeButtonProps={{ 'aria-label': t(common.close) }}
      >
        <RegisterForm
          onCancel={props.onClose}
          onSecret={(value) => {
            setSecret(value)
            props.onClose()
          }}
        />
      </Modal>
      {secret !== null && (
        <SecretModal
          secret={secret}
          title={t(texts.secretTitle)}
          label={t(texts.secret)}
          hint={t(texts.secretHint)}
          onDone={() => setSecret(null)}
        />
      )}
    </>
  )
}

function RegisterForm(props: { onCancel: () => void; onSecret: (secret: string) => void }) {
  const t = useText()
  const merchantId = useMerchantId()
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [eventTypes, setEventTypes] = useState<string[]>([])
  const [fault, setFault] = useState<Text | null>(null)
  const register = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const answer = await executeMutation(RegisterWebhookEndpointDocument, {
        merchantId,
        url: url.trim(),
        eventTypes,
        description: description.trim() || null,
      })
      props.onSecret(answer.registerWebhookEndpoint.signingSecret)
    },
    onError: (error) => setFault(urlFault(error)),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const valid = isEndpointUrl(url)
    setFault(valid ? null : texts.urlInvalid)
    if (valid) register.mutate()
  }
  return (
    <form onSubmit={submit} className={classes['form']} noValidate>
      <TextInput
        label={t(texts.url)}
        description={t(texts.urlHint)}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        data-autofocus
        value={url}
        error={fault && t(fault)}
        onChange={(change) => setUrl(change.currentTarget.value)}
      />
      <TextInput
        label={t(texts.purpose)}
        description={t(texts.purposeHint)}
        autoComplete="off"
        maxLength={140}
        value={description}
        onChange={(change) => setDescription(change.currentTarget.value)}
      />
      <EventTypesField value={eventTypes} onChange={setEventTypes} />
      {register.isError && fault === null && <FormError error={register.error} />}
      <FormActions onCancel={props.onCancel}>
        <Button type="submit" loading={register.isPending}>
          {t(texts.register)}
        </Button>
      </FormActions>
    </form>
  )
}

/**
 * The minimum target size (WCAG 2.5.8). A smaller target would need spacing, which the sticky dialog footer
 * may cover.
 */
const targetSize = () => ({ root: { '--checkbox-size': '1.5rem' } })

function EventTypesField(props: { value: string[]; onChange: (types: string[]) => void }) {
  const t = useText()
  const { data } = useQuery({ ...gqlQuery(WebhookEventTypesDocument, {}), staleTime: 'static' })
  return (
    <Checkbox.Group label={t(texts.events)} description={t(texts.eventsHint)} {...props}>
      <div className={classes['events']}>
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
    <span className={classes['event']}>
      {name && t(name)} <span className="mono faint">{type}</span>
    </span>
  )
}
