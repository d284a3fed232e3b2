import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { replays as texts } from './texts.ts'
import type { EndpointFieldsFragment } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'

const ReplayForm = lazyForm(async () => (await import('./ReplayForm.tsx')).ReplayForm)

/**
 * Button that opens the form for enabling a paused or disabled endpoint and replaying the events that were not
 * delivered.
 */
export function ResumeEndpoint({ endpoint }: { endpoint: EndpointFieldsFragment }) {
  const t = useText()
  const enableRefusal = useRefusal('webhook_endpoint.enable')
  const replayRefusal = useRefusal('webhook_delivery.replay_bulk')
  return (
    <ActionDialog
      size="xs"
      icon={IconPlayerPlay}
      label={t(texts.resume)}
      title={t(texts.resume)}
      disabledReason={enableRefusal ?? replayRefusal}
    >
      {(close) => <ReplayForm endpoint={endpoint} purpose="resume" onClose={close} />}
    </ActionDialog>
  )
}

/** Button that opens the form for replaying what a failing endpoint did not receive. */
export function ReplayUndelivered({ endpoint }: { endpoint: EndpointFieldsFragment }) {
  const t = useText()
  return (
    <ActionDialog
      size="xs"
      icon={IconRefresh}
      label={t(texts.again)}
      title={t(texts.again)}
      disabledReason={useRefusal('webhook_delivery.replay_bulk')}
    >
      {(close) => <ReplayForm endpoint={endpoint} purpose="undelivered" onClose={close} />}
    </ActionDialog>
  )
}
