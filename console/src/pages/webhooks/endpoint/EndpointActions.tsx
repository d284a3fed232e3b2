import { NativeSelect } from '@mantine/core'
import { IconKey, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../../api/action.ts'
import {
  EnableWebhookEndpointDocument,
  RotateWebhookSecretDocument,
  TestWebhookEndpointDocument,
  type EndpointFieldsFragment,
} from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { errorClassName, webhooks as texts } from '../../../lib/i18n/webhooks/webhooks.ts'
import { ActionButton, ActionDialog, DialogForm, DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useNotice } from '../../../ui/notices.ts'
import { useText } from '../../../ui/preferences.tsx'
import { SecretModal } from '../../../ui/dialogs/SecretModal.tsx'
import { EndpointLimits } from './EndpointLimits.tsx'

type Endpoint = EndpointFieldsFragment

const DAY_S = 86_400
/** The actions on an endpoint: test, enable, limits, new secret. */
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

function RotateForm(props: { endpoint: Endpoint; onClose: () => void; onSecret: (secret: string) => void }) {
  const t = useText()
  const { merchantId, id } = props.endpoint
  const [grace, setGrace] = useState(String(DAY_S))
  const rotate = useAction(RotateWebhookSecretDocument, {
    onDone: ({ rotateWebhookSecret }) => props.onSecret(rotateWebhookSecret.signingSecret),
  })
  return (
    <DialogForm
      danger
      submit={t(texts.rotate)}
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() => rotate.mutate({ merchantId, id, graceSeconds: Number(grace) })}
      onCancel={props.onClose}
    >
      <DialogNote>{t(texts.rotateBody)}</DialogNote>
      <NativeSelect
        label={t(texts.grace)}
        value={grace}
        onChange={(change) => setGrace(change.currentTarget.value)}
        data={[
          { value: String(DAY_S), label: t(texts.graceDay) },
          { value: '0', label: t(texts.graceNone) },
        ]}
      />
    </DialogForm>
  )
}
