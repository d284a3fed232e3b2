import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { accountTypeName } from '../../../lib/i18n/finance/terms.ts'
import { merchants as texts } from '../texts.ts'
import { useRefusal } from '../../../api/me.ts'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './MerchantPage.module.css'
import type { MerchantDetail } from '../merchant.query.ts'

const BankAccountForm = lazyForm(async () => (await import('./BankAccountForms.tsx')).BankAccountForm)
const RemoveForm = lazyForm(async () => (await import('./BankAccountForms.tsx')).RemoveForm)
const RevealForm = lazyForm(async () => (await import('./BankAccountForms.tsx')).RevealForm)

/** The masked bank account for payouts. A person must give a reason to see the complete account. */
export function BankAccount({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const changeRefusal = useRefusal('merchant.change_bank_account')
  const { bankAccount: account } = merchant.terms
  return (
    <Section
      title={t(texts.bank)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconPencil}
          label={t(texts.bankEdit)}
          title={t(texts.bankEdit)}
          disabledReason={changeRefusal}
        >
          {(close) => <BankAccountForm merchantId={merchant.id} onClose={close} />}
        </ActionDialog>
      }
    >
      {account === null ? (
        <MutedText>{t(texts.bankNone)}</MutedText>
      ) : (
        <>
          <DetailList
            items={[
              [t(texts.institution), account.bankName ?? '—'],
              [t(texts.ispb), account.ispb],
              [t(texts.branch), account.branch],
              [t(texts.account), account.accountMasked],
              [t(texts.accountType), t(accountTypeName[account.type])],
              [t(texts.holder), account.holderName],
              [t(texts.holderDocument), account.holderDocumentMasked],
              [t(texts.validFrom), <When key="from" at={account.createdAt} />],
            ]}
          />
          <div className={classes.actions}>
            <RevealAction merchantId={merchant.id} />
            <RemoveAction merchantId={merchant.id} />
          </div>
        </>
      )}
    </Section>
  )
}

function RemoveAction({ merchantId }: { merchantId: string }) {
  const t = useText()
  const changeRefusal = useRefusal('merchant.change_bank_account')
  return (
    <ActionDialog
      size="xs"
      icon={IconTrash}
      label={t(texts.bankRemove)}
      title={t(texts.bankRemove)}
      disabledReason={changeRefusal}
    >
      {(close) => <RemoveForm merchantId={merchantId} onClose={close} />}
    </ActionDialog>
  )
}

function RevealAction({ merchantId }: { merchantId: string }) {
  const t = useText()
  const revealRefusal = useRefusal('merchant.reveal_bank_account')
  return (
    <ActionDialog
      size="xs"
      icon={IconEye}
      label={t(texts.bankReveal)}
      title={t(texts.bank)}
      disabledReason={revealRefusal}
    >
      {(close) => <RevealForm merchantId={merchantId} onClose={close} />}
    </ActionDialog>
  )
}
