import { IconRefresh } from '@tabler/icons-react'
import { replays as texts } from './texts.ts'
import type { EndpointFieldsFragment } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { endpointRefusal } from '../../../lib/i18n/webhooks/attempts.ts'
import { useDialogFromUrl } from '../../../shared/use-dialog-from-url.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'

type Endpoint = EndpointFieldsFragment

const ReplayForm = lazyForm(async () => (await import('./ReplayForm.tsx')).ReplayForm)

/** Button that opens the form of a bulk replay. */
export function StartReplay({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const replayRefusal = useRefusal('webhook_delivery.replay_bulk')
  const disabledReason = replayRefusal ?? endpointRefusal[endpoint.status]
  const disclosure = useDialogFromUrl('replay', disabledReason === null)
  return (
    <ActionDialog
      disclosure={disclosure}
      size="xs"
      icon={IconRefresh}
      label={t(texts.start)}
      title={t(texts.startTitle)}
      disabledReason={disabledReason}
    >
      {(close) => <ReplayForm endpoint={endpoint} onClose={close} />}
    </ActionDialog>
  )
}
