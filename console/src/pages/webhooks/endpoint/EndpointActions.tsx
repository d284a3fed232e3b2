import { IconKey, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { webhooks as texts } from '../texts.ts'
import { useAction } from '../../../api/action.ts'
import {
  EnableWebhookEndpointDocument,
  TestWebhookEndpointDocument,
  type EndpointFieldsFragment,
} from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { errorClassName } from '../../../lib/i18n/webhooks/error-class-name.ts'
import { ActionButton } from '../../../ui/dialogs/ActionButton.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useNotice } from '../../../ui/notices.ts'
import { useText } from '../../../ui/preferences.tsx'
import { EndpointSecret } from './EndpointSecret.tsx'
import { EndpointLimits } from './EndpointLimits.tsx'

type Endpoint = EndpointFieldsFragment

const RotateForm = lazyForm(async () => (await import('./EndpointForms.tsx')).RotateForm)

/** The buttons that test, enable or disable an endpoint, change its rate limits, or replace its signing secret. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const [secret, setSecret] = useState<string | null>(null)
  const rotateRefusal = useRefusal('webhook_endpoint.rotate_secret')
  const off = endpoint.status === 'off' ? texts.isOff : null
  return (
    <>
      <Test endpoint={endpoint} />
      <Enable endpoint={endpoint} />
      <EndpointLimits endpoint={endpoint} />
      <ActionDialog
        icon={IconKey}
        label={t(texts.rotate)}
        title={t(texts.rotate)}
        disabledReason={rotateRefusal ?? off}
      >
        {(close) => (
          <RotateForm
            endpoint={endpoint}
            onClose={close}
            onSecret={(made) => {
              close()
              setSecret(made)
            }}
          />
        )}
      </ActionDialog>
      <EndpointSecret secret={secret} onDone={() => setSecret(null)} />
    </>
  )
}

function Test({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const notify = useNotice()
  const testRefusal = useRefusal('webhook_endpoint.test')
  const { merchantId, id } = endpoint
  const test = useAction(TestWebhookEndpointDocument, {
    onDone: ({ testWebhookEndpoint: { statusCode, errorClass, latencyMs } }) => {
      const name = errorClassName[errorClass ?? '']
      const answer = statusCode === null ? (name ? t(name) : (errorClass ?? '')) : `HTTP ${statusCode}`
      notify(t(texts.tested(answer, Math.round(latencyMs))), errorClass === null ? 'done' : 'failed')
    },
    notifyError: true,
  })
  return (
    <ActionButton
      icon={IconSend}
      disabledReason={testRefusal ?? (endpoint.status === 'off' ? texts.isOff : null)}
      busy={test.isPending}
      onClick={() => test.mutate({ merchantId, id })}
    >
      {t(texts.test)}
    </ActionButton>
  )
}

function Enable({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const enableRefusal = useRefusal('webhook_endpoint.enable')
  const { merchantId, id, status } = endpoint
  const enable = useAction(EnableWebhookEndpointDocument, { done: texts.enabled, notifyError: true })
  if (status === 'active' && endpoint.pausedUntil === null) return null
  return (
    <ActionButton
      icon={IconPlayerPlay}
      disabledReason={enableRefusal ?? (status === 'off' ? texts.isOff : null)}
      busy={enable.isPending}
      onClick={() => enable.mutate({ merchantId, id })}
    >
      {t(texts.enable)}
    </ActionButton>
  )
}
