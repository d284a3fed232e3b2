import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { disputePolicyName, refundFeeName } from '../../../lib/i18n/finance/terms.ts'
import { merchants as texts, payoutsByName } from '../texts.ts'
import { useMerchantChoice } from '../../../api/merchants.ts'
import { useRefusal } from '../../../api/me.ts'
import { formatBps } from '../../../lib/values/money.ts'
import { AuditLink } from '../../../shared/AuditLink.tsx'
import { RevealDocument } from '../../../shared/RevealDocument.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { Page, Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { When } from '../../../ui/values/When.tsx'
import { BankAccount } from './BankAccount.tsx'
import { Debt, useDebt } from './Debt.tsx'
import { merchantQuery, type MerchantDetail } from '../merchant.query.ts'
import classes from './MerchantPage.module.css'
import { MerchantOverview } from './MerchantOverview.tsx'
import { PixAccounts } from './PixAccounts.tsx'
import { SuspensionAction, SuspensionReasons } from './SuspensionAction.tsx'
import { TermsHistory } from './TermsHistory.tsx'

const LimitsForm = lazyForm(async () => (await import('./LimitsForm.tsx')).LimitsForm)
const TermsForm = lazyForm(async () => (await import('./TermsForm.tsx')).TermsForm)

const route = getRouteApi('/app/merchants/$merchantId')

export function MerchantPage() {
  const { merchantId: id } = route.useParams()
  const query = useQuery(merchantQuery(id))
  const debt = useDebt(id)
  return (
    <Loaded fullPage query={query} skeleton={<BlocksSkeleton heights={[60, 260, 200, 240]} />}>
      {({ merchant }) => <MerchantView merchant={merchant} debt={debt} />}
    </Loaded>
  )
}

function MerchantView({ merchant, debt }: { merchant: MerchantDetail; debt: ReturnType<typeof useDebt> }) {
  const t = useText()
  const choice = useMerchantChoice()
  // Choose the merchant of this page, because the layout must not name another merchant than the page.
  if (choice !== null && choice !== merchant.id)
    return <Navigate to="." search={(search) => ({ ...search, merchant: merchant.id })} replace />
  return (
    <Page
      title={merchant.name}
      id={merchant.id}
      crumb={<Link to="/merchants">{t(texts.title)}</Link>}
      actions={<SuspensionAction merchant={merchant} />}
    >
      <MerchantOverview merchantId={merchant.id} pixEnabled={merchant.terms.pixEnabled} />
      <SuspensionReasons merchant={merchant} />
      <div className={classes.columns}>
        <Terms merchant={merchant} />
        <div className={classes.column}>
          <BankAccount merchant={merchant} />
          <Limits merchant={merchant} />
          <PixAccounts merchant={merchant} />
          <Section title={t(texts.details)}>
            <DetailList
              items={[
                [
                  t(texts.document),
                  <RevealDocument
                    key="document"
                    masked={merchant.documentMasked}
                    owner={{ kind: 'merchant', merchantId: merchant.id }}
                  />,
                ],
                [
                  t(texts.environment),
                  <Badge key="environment" tone={merchant.environment === 'production' ? 'success' : 'info'}>
                    {t(merchant.environment === 'production' ? texts.production : texts.sandbox)}
                  </Badge>,
                ],
                [t(texts.created), <When key="created" at={merchant.createdAt} precision="day" />],
                [t(texts.id), <CopyText key="id" text={merchant.id} name={t(texts.id)} />],
              ]}
            />
            <AuditLink merchantId={merchant.id} search={{}} />
          </Section>
        </div>
      </div>
      <Debt merchantId={merchant.id} data={debt} />
      <TermsHistory versions={merchant.termsHistory} />
    </Page>
  )
}

function Terms({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const { language } = usePreferences()
  const changeRefusal = useRefusal('merchant.change_terms')
  const { terms } = merchant
  return (
    <Section
      title={t(texts.terms)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconPencil}
          label={t(texts.editTerms)}
          title={t(texts.editTerms)}
          disabledReason={changeRefusal}
        >
          {(close) => <TermsForm merchant={merchant} onClose={close} />}
        </ActionDialog>
      }
    >
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
          [t(texts.reserve), formatBps(terms.reserveBps, language)],
          [t(texts.reserveDays), terms.reserveDays],
          [t(texts.settlement), `D+${terms.settlementDelayDays}`],
          [t(texts.refundFee), t(refundFeeName[terms.refundFeePolicy])],
          [t(texts.disputePolicy), t(disputePolicyName[terms.disputePolicy])],
          [t(texts.payoutsBy), t(payoutsByName[terms.payoutsByService ? 'service' : 'merchant'])],
        ]}
      />
      <p className={classes.note}>{t(texts.termsNote)}</p>
    </Section>
  )
}

function Limits({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const changeRefusal = useRefusal('merchant.change_limits')
  const { terms } = merchant
  return (
    <Section
      title={t(texts.limits)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconPencil}
          label={t(texts.editLimits)}
          title={t(texts.editLimits)}
          disabledReason={changeRefusal}
        >
          {(close) => <LimitsForm merchant={merchant} onClose={close} />}
        </ActionDialog>
      }
    >
      <DetailList
        items={[
          [
            t(texts.ceiling),
            terms.amountCeilingCents === null ? (
              t(texts.noCeiling)
            ) : (
              <Money key="ceiling" cents={terms.amountCeilingCents} />
            ),
          ],
          [t(texts.readRate), terms.readRate],
          [t(texts.writeRate), terms.writeRate],
          [t(texts.searchRate), terms.searchRate],
        ]}
      />
    </Section>
  )
}
