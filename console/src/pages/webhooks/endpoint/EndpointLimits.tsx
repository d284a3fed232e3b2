import { IconGauge, IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../../api/action.ts'
import {
  ChangeWebhookEndpointLimitsDocument,
  DisableWebhookEndpointDocument,
  type EndpointFieldsFragment,
} from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { common } from '../../../lib/i18n/common.ts'
import { endpointPace as texts } from './pace-texts.ts'
import { webhooks } from '../../../lib/i18n/webhooks/webhooks.ts'
import { parseInteger } from '../../../lib/values/integer.ts'
import { ActionDialog, DialogForm, DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { IntegerInput } from '../../../ui/fields/IntegerInput.tsx'

type Endpoint = EndpointFieldsFragment
type FormProps = { endpoint: Endpoint; onClose: () => void }

/** Disables an endpoint, or changes its rate limits. */
export function EndpointLimits({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const disableRefusal = useRefusal('webhook_endpoint.enable')
  const changeRefusal = useRefusal('webhook_endpoint.change_limits')
  const off = endpoint.status === 'off' ? webhooks.isOff : null
  return (
    <>
      {endpoint.status === 'active' && (
        <ActionDialog
          icon={IconPlayerPause}
          label={t(texts.disable)}
          title={t(texts.disable)}
          disabledReason={disableRefusal}
        >
          {(close) => <DisableForm endpoint={endpoint} onClose={close} />}
        </ActionDialog>
      )}
      <ActionDialog
        icon={IconGauge}
        label={t(texts.change)}
        title={t(texts.change)}
        disabledReason={changeRefusal ?? off}
      >
        {(close) => <LimitsForm endpoint={endpoint} onClose={close} />}
      </ActionDialog>
    </>
  )
}

function DisableForm({ endpoint: { merchantId, id }, onClose }: FormProps) {
  const t = useText()
  const disable = useAction(DisableWebhookEndpointDocument, {
    done: texts.disabled,
    onDone: onClose,
  })
  return (
    <DialogForm
      danger
      submit={t(texts.disable)}
      busy={disable.isPending}
      error={disable.error}
      onSubmit={() => disable.mutate({ merchantId, id })}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.disableNote)}</DialogNote>
    </DialogForm>
  )
}

function LimitsForm({ endpoint, onClose }: FormProps) {
  const t = useText()
  const { merchantId, id } = endpoint
  const [inFlight, setInFlight] = useState(String(endpoint.maxInFlight))
  const [perSecond, setPerSecond] = useState(String(endpoint.ratePerSecond))
  const change = useAction(ChangeWebhookEndpointLimitsDocument, {
    done: texts.changed,
    onDone: onClose,
  })
  const submit = () => {
    const [maxInFlight, ratePerSecond] = [parseInteger(inFlight), parseInteger(perSecond)]
    if (maxInFlight === null || ratePerSecond === null) return
    change.mutate({ merchantId, id, limits: { maxInFlight, ratePerSecond } })
  }
  return (
    <DialogForm
      submit={t(common.save)}
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.note)}</DialogNote>
      <IntegerInput label={t(texts.inFlight)} text={inFlight} onChange={setInFlight} />
      <IntegerInput label={t(texts.perSecond)} text={perSecond} onChange={setPerSecond} />
    </DialogForm>
  )
}
