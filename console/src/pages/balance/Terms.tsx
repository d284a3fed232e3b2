import { balance as texts } from './texts.ts'
import type { MerchantFieldsFragment } from '../../api/generated/graphql.ts'
import { refundFeeName } from '../../lib/i18n/finance/terms.ts'
import { formatBps } from '../../lib/values/money.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

/** The terms that determine the merchant's share of a charge and when that share becomes available. */
export function Terms({ terms }: { terms: MerchantFieldsFragment['terms'] }) {
  const t = useText()
  const { language } = usePreferences()
  return (
    <Section title={t(texts.terms)}>
      <DetailList
        items={[
          [
            t(texts.pix),
            <Badge key="pix" tone={terms.pixEnabled ? 'success' : 'warning'}>
              {t(terms.pixEnabled ? texts.pixOn : texts.pixOff)}
            </Badge>,
          ],
          [
            t(texts.fee),
            <span key="fee">
              {formatBps(terms.feePercentBps, language)} + <Money cents={terms.feeFixedCents} />
            </span>,
          ],
          [t(texts.reserve), t(texts.reserveTerms(formatBps(terms.reserveBps, language), terms.reserveDays))],
          [t(texts.settlement), t(texts.settlementTerms(terms.settlementDelayDays))],
          [t(texts.refundFee), t(refundFeeName[terms.refundFeePolicy])],
        ]}
      />
    </Section>
  )
}
