import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useAction } from '../../api/action.ts'
import { ResumePayoutsDocument, SuspendPayoutsDocument } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { suspensionText } from '../../lib/i18n/finance/payouts.ts'
import { Callout } from '../../ui/Callout.tsx'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'
import { When } from '../../ui/values/When.tsx'
import type { MerchantDetail } from './merchant.query.ts'

/** Why payouts are suspended: the reasons, and who suspended them manually, when and why. */
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

/** Suspends or resumes payouts manually. */
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
      disabledReason={suspendRefusal}
    >
      {(close) => <SuspensionForm merchant={merchant} label={label} onClose={close} />}
    </ActionDialog>
  )
}

function SuspensionForm(props: { merchant: MerchantDetail; label: string; onClose: () => void }) {
  const t = useText()
  const { merchant, onClose } = props
  const { payoutsSuspended } = merchant.terms
  const suspend = useAction(SuspendPayoutsDocument, {
    done: texts.suspended,
    onDone: onClose,
  })
  const resume = useAction(ResumePayoutsDocument, {
    done: texts.resumed,
    onDone: onClose,
  })
  const change = payoutsSuspended ? resume : suspend
  return (
    <ReasonForm
      danger={!payoutsSuspended}
      submit={props.label}
      busy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ merchantId: merchant.id, reason })}
      onCancel={onClose}
    >
      {t(payoutsSuspended ? texts.resumeBody : texts.suspendBody)}
    </ReasonForm>
  )
}
