import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { merchants as texts } from '../texts.ts'
import { MerchantFiguresDocument } from '../../../api/generated/graphql.ts'
import { useCan, useRefusal } from '../../../api/me.ts'
import { gqlQuery } from '../../../api/query.ts'
import { SuspensionReason } from '../../../shared/suspension/SuspensionReason.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { MerchantDetail } from '../merchant.query.ts'

const SuspensionForm = lazyForm(async () => (await import('./SuspensionForm.tsx')).SuspensionForm)

/**
 * The reasons for which the payouts of a merchant are suspended. The times of automatic suspensions are part of the
 * balance, so only people who may read balances see these times. Renders nothing while payouts are not suspended.
 */
export function SuspensionReasons({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const { suspensionCodes, payoutHold } = merchant
  const { data } = useQuery({
    ...gqlQuery(MerchantFiguresDocument, { merchantId: merchant.id }),
    enabled: useCan('balance.read'),
  })
  if (suspensionCodes.length === 0) return null
  const known = data?.balance.suspensionReasons ?? []
  const reasons = known.filter(({ code }) => suspensionCodes.includes(code))
  const missing = suspensionCodes.filter((code) => !reasons.some((reason) => reason.code === code))
  const all = [...reasons, ...missing.map((code) => ({ code, message: code, since: null, caseId: null }))]
  return (
    <Callout tone="warning" title={t(texts.suspended)}>
      {all.map((reason) => (
        <SuspensionReason
          key={`${reason.code} ${reason.caseId ?? ''}`}
          reason={reason}
          hold={payoutHold}
          merchantId={merchant.id}
        />
      ))}
    </Callout>
  )
}

/** Button that suspends a merchant's payouts manually, or ends the manual suspension. */
export function SuspensionAction({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const suspendRefusal = useRefusal('merchant.suspend_payouts')
  const { payoutsSuspended } = merchant.terms
  const suspend = merchant.suspensionCodes.length > 0 ? texts.suspendAlso : texts.suspend
  const label = t(payoutsSuspended ? texts.resume : suspend)
  return (
    <ActionDialog
      icon={payoutsSuspended ? IconPlayerPlay : IconPlayerPause}
      label={label}
      title={label}
      disabledReason={suspendRefusal}
    >
      {(close) => <SuspensionForm merchant={merchant} onClose={close} />}
    </ActionDialog>
  )
}
