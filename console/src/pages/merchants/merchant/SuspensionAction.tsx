import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { merchants as texts } from '../texts.ts'
import { useRefusal } from '../../../api/me.ts'
import { actorName } from '../../../lib/i18n/people/audit.ts'
import { suspensionText } from '../../../lib/i18n/finance/suspensions.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { MerchantDetail } from '../merchant.query.ts'

const SuspensionForm = lazyForm(async () => (await import('./SuspensionForm.tsx')).SuspensionForm)

/** Why payouts are suspended. For a manual suspension it also shows the person, the time and the reason. */
export function SuspensionReasons({
  merchant: { suspensionCodes, payoutHold },
}: {
  merchant: MerchantDetail
}) {
  const t = useText()
  if (suspensionCodes.length === 0) return null
  return (
    <Callout tone="warning" title={t(texts.suspended)}>
      {suspensionCodes.map((code) => t(suspensionText({ code, message: code }))).join(' · ')}
      {payoutHold && (
        <>
          <div>{payoutHold.reason}</div>
          <div>
            {t(actorName(payoutHold.heldBy))} · <When at={payoutHold.heldAt} />
          </div>
        </>
      )}
    </Callout>
  )
}

/** Button that suspends a merchant's payouts manually, or ends the manual suspension. */
export function SuspensionAction({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const suspendRefusal = useRefusal('merchant.suspend_payouts')
  const { payoutsSuspended } = merchant.terms
  const label = t(payoutsSuspended ? texts.resume : texts.suspend)
  return (
    <ActionDialog
      icon={payoutsSuspended ? IconPlayerPlay : IconPlayerPause}
      label={label}
      title={label}
      showReason
      disabledReason={suspendRefusal}
    >
      {(close) => <SuspensionForm merchant={merchant} onClose={close} />}
    </ActionDialog>
  )
}
