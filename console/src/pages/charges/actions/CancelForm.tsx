import { chargeActions as texts } from './texts.ts'
import { CancelChargeDocument } from '../../../api/generated/graphql.ts'
import { ConfirmForm } from '../../../shared/forms/ConfirmForm.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

/** Form that cancels a charge that is not paid. */
export function CancelForm({ charge, onClose }: { charge: ChargeDetail; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={CancelChargeDocument}
      variables={{ merchantId: charge.merchantId, chargeId: charge.id }}
      submit={t(texts.cancel)}
      done={texts.cancelDone}
      onDone={onClose}
      onCancel={onClose}
      cancel={t(texts.back)}
      details={
        charge.status !== 'pending' && (
          <Callout tone="warning" title={t(texts.cancelTooLate)}>
            {t(texts.notPending)}
          </Callout>
        )
      }
    >
      {t(texts.cancelBody)}
    </ConfirmForm>
  )
}
