import { Link } from '@tanstack/react-router'
import { useCan } from '../../../api/me.ts'
import { charge as texts } from './charge-texts.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { differenceSteps } from './banner-texts.ts'

/** Warnings about payments of the charge that the PSP and the service record differently. */
export function ReconciliationCallouts({ charge: { merchantId, payments } }: { charge: ChargeDetail }) {
  const t = useText()
  const mayRead = useCan('reconciliation.read')
  return (['open', 'closed'] as const)
    .filter((state) => payments.some(({ difference }) => difference === state))
    .map((state) => (
      <Callout
        key={state}
        tone="warning"
        title={t(texts.differs[state])}
        aside={
          mayRead && (
            <Link
              to="/reconciliation"
              search={{ merchant: merchantId, ...(state === 'closed' ? { state } : {}) }}
            >
              {t(texts.seeDifference)}
            </Link>
          )
        }
      >
        {payments
          .filter(({ difference }) => difference === state)
          .map(
            ({ id, differenceAmounts }) => differenceAmounts && <Amounts key={id} {...differenceAmounts} />,
          )}
        <div>
          {t(state === 'closed' ? texts.closedWithout : differenceSteps.resolve)}{' '}
          {!mayRead && t(differenceSteps.read)}
        </div>
      </Callout>
    ))
}

function Amounts(amounts: { recordedCents: string; networkCents: string }) {
  const t = useText()
  return (
    <div>
      {t(texts.inRecords)}: <Money cents={amounts.recordedCents} /> · {t(texts.atNetwork)}:{' '}
      <Money cents={amounts.networkCents} />
    </div>
  )
}
