import { charge as texts, chargeCases } from './charge-texts.ts'
import { aboutSearch } from '../../../lib/search/audit-search.ts'
import { AuditLink } from '../../../shared/AuditLink.tsx'
import { MerchantLink } from '../../../shared/links/MerchantLink.tsx'
import { RevealDocument } from '../../../shared/RevealDocument.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './ChargeFacts.module.css'

const CORRELATIONS_SHOWN = 5

const copyable = (text: string | null | undefined, name: string) =>
  text == null ? '—' : <CopyText text={text} name={name} />

export function ChargeFacts({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const { payments } = charge
  return (
    <Section title={t(texts.details)}>
      <DetailList
        items={[
          [t(texts.merchant), <MerchantLink key="merchant" merchant={charge.merchant} />],
          [
            t(texts.payer),
            charge.payerName === null ? (
              '—'
            ) : (
              <span className={classes.payer}>
                {charge.payerName}
                {charge.payerDocumentMasked !== null && (
                  <RevealDocument
                    masked={charge.payerDocumentMasked}
                    owner={{ kind: 'payer', chargeId: charge.id }}
                  />
                )}
              </span>
            ),
          ],
          [t(texts.description), charge.description ?? '—'],
          [t(texts.created), <When key="created" at={charge.createdAt} />],
          [t(texts.expires), <When key="expires" at={charge.expiresAt} />],
          [
            t(texts.paid),
            charge.paidAt === null && payments.length > 0 ? (
              t(texts.notAccepted)
            ) : (
              <When key="paid" at={charge.paidAt} />
            ),
          ],
          [t(texts.updated), <When key="updated" at={charge.updatedAt} />],
          [t(texts.id), copyable(charge.id, t(texts.id))],
          [t(texts.txid), copyable(charge.pix?.txid, t(texts.txid))],
          [
            t(texts.endToEnd),
            charge.endToEndId === null && payments.length > 0
              ? payments.map((payment) => (
                  <CopyText key={payment.id} text={payment.endToEndId} name={t(texts.endToEnd)} />
                ))
              : copyable(charge.endToEndId, t(texts.endToEnd)),
          ],
          [
            t(chargeCases.correlations),
            charge.correlationIds.length === 0
              ? '—'
              : charge.correlationIds
                  .slice(0, CORRELATIONS_SHOWN)
                  .map((id) => <CopyText key={id} text={id} name={t(chargeCases.correlations)} />),
          ],
        ]}
      />
      <AuditLink
        merchantId={charge.merchantId}
        search={aboutSearch([
          charge.id,
          ...charge.refunds.map(({ id }) => id),
          ...charge.cases.map(({ id }) => id),
        ])}
      />
    </Section>
  )
}
