import { merchants as texts } from '../texts.ts'
import { ResumePayoutsDocument, SuspendPayoutsDocument } from '../../../api/generated/graphql.ts'
import { ReasonForm } from '../../../shared/forms/ConfirmForm.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { MerchantDetail } from '../merchant.query.ts'

/** Form that suspends the payouts of a merchant, or resumes suspended payouts. */
export function SuspensionForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const shared = {
    variables: (reason: string) => ({ merchantId: merchant.id, reason }),
    onDone: onClose,
    onCancel: onClose,
  }
  return merchant.terms.payoutsSuspended ? (
    <ReasonForm {...shared} document={ResumePayoutsDocument} submit={t(texts.resume)} done={texts.resumed}>
      {t(texts.resumeBody)}
    </ReasonForm>
  ) : (
    <ReasonForm
      {...shared}
      danger
      document={SuspendPayoutsDocument}
      submit={t(merchant.suspensionCodes.length > 0 ? texts.suspendAlso : texts.suspend)}
      done={texts.suspended}
    >
      {t(texts.suspendBody)}
    </ReasonForm>
  )
}
