import { IconGauge, IconPlayerPause } from '@tabler/icons-react'
import { webhooks } from '../texts.ts'
import type { EndpointFieldsFragment } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { endpointPace as texts } from './pace-texts.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'

type Endpoint = EndpointFieldsFragment

const DisableForm = lazyForm(async () => (await import('./EndpointForms.tsx')).DisableForm)
const LimitsForm = lazyForm(async () => (await import('./EndpointForms.tsx')).LimitsForm)

/** The buttons that disable an endpoint and change the endpoint's rate limits. */
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
