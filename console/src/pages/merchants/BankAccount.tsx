import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useAction } from '../../api/action.ts'
import {
  RevealBankAccountDocument,
  SetBankAccountDocument,
  type RevealBankAccountMutation,
} from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { accountTypeName, merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { useExpiringValue } from '../../ui/use-expiring-value.ts'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { ActionDialog, DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'
import { When } from '../../ui/values/When.tsx'
import { BankAccountForm } from './BankAccountForm.tsx'
import classes from './MerchantPage.module.css'
import type { MerchantDetail } from './merchant.query.ts'

/** The bank account for payouts, masked. Revealing it needs a reason. */
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
              [t(texts.ispb), account.ispb],
              [t(texts.branch), account.branch],
              [t(texts.account), account.accountMasked],
              [t(texts.accountType), t(accountTypeName[account.type])],
              [t(texts.holder), account.holderName],
              [t(texts.holderDocument), account.holderDocumentMasked],
              [t(texts.validFrom), <When key="from" at={account.createdAt} />],
            ]}
          />
          <div className={classes['actions']}>
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

function RemoveForm({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const remove = useAction(SetBankAccountDocument, {
    done: texts.bankRemoved,
    onDone: onClose,
  })
  return (
    <DialogForm
      danger
      submit={t(texts.bankRemove)}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ merchantId, account: null })}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.bankRemoveBody)}</DialogNote>
    </DialogForm>
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

type Revealed = RevealBankAccountMutation['revealBankAccount']

function RevealForm({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const [shown, show] = useExpiringValue<Revealed>(onClose)
  const reveal = useAction(RevealBankAccountDocument, {
    onDone: ({ revealBankAccount }) => show(revealBankAccount),
  })
  if (shown !== null) return <RevealedAccount account={shown} />
  return (
    <ReasonForm
      submit={t(texts.bankReveal)}
      busy={reveal.isPending}
      error={reveal.error}
      onSubmit={(reason) => reveal.mutate({ merchantId, reason })}
      onCancel={onClose}
    >
      {t(texts.bankRevealBody)}
    </ReasonForm>
  )
}

const copyable = (name: string, text: string) =>
  [name, <CopyText key={name} text={text} name={name} />] as const

function RevealedAccount({ account }: { account: Revealed }) {
  const t = useText()
  return (
    <DetailList
      items={[
        copyable(t(texts.ispb), account.ispb),
        copyable(t(texts.branch), account.branch),
        copyable(t(texts.account), account.account),
        [t(texts.accountType), t(accountTypeName[account.type])],
        [t(texts.holder), account.holderName],
        copyable(t(texts.holderDocument), account.holderDocument),
      ]}
    />
  )
}
