import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { accountTypeName } from '../../../lib/i18n/finance/terms.ts'
import { merchants as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import {
  RevealBankAccountDocument,
  SetBankAccountDocument,
  type RevealBankAccountMutation,
} from '../../../api/generated/graphql.ts'
import { matching } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import type { Text } from '../../../lib/text.ts'
import { readDocument } from '../../../lib/values/document.ts'
import { ConfirmForm, ReasonForm } from '../../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { useExpiringValue } from '../../../ui/use-expiring-value.ts'
import { CopyText } from '../../../ui/values/CopyText.tsx'

type FormProps = { merchantId: string; onClose: () => void }

const TYPES = ['checking', 'savings', 'payment'] as const

const EMPTY = {
  ispb: '',
  branch: '',
  account: '',
  holderName: '',
  holderDocument: '',
  type: 'checking' as (typeof TYPES)[number],
}

const FIELDS: readonly { name: Exclude<keyof typeof EMPTY, 'type'>; label: Text; hint?: Text }[] = [
  { name: 'ispb', label: texts.ispb },
  { name: 'branch', label: texts.branch },
  { name: 'account', label: texts.account, hint: texts.accountHint },
  { name: 'holderName', label: texts.holder },
  { name: 'holderDocument', label: texts.holderDocument },
]

const without = (characters: RegExp) => (typed: string) => typed.replaceAll(characters, '').toUpperCase()
const like = (pattern: RegExp) => (text: string) => pattern.test(text)
const number = (pattern: RegExp) => ({ clean: without(/\s/g), fits: like(pattern) })

const schemaOf = (invalid: string) =>
  z.object({
    ispb: matching(invalid, number(/^\d{8}$/)),
    branch: matching(invalid, number(/^\d{1,4}(-[\dX])?$/)),
    account: matching(invalid, number(/^\d{1,20}(-[\dX])?$/)),
    holderName: matching(invalid, { clean: (typed) => typed.trim(), fits: like(/^.{1,200}$/) }),
    holderDocument: matching(invalid, {
      clean: without(/[\s./-]/g),
      fits: (text) => readDocument(text) !== undefined,
    }),
    type: z.enum(TYPES),
  })

/** Form that sets or replaces the bank account of a merchant. The form asks for all fields of the new account. */
export function BankAccountForm({ merchantId, onClose }: FormProps) {
  const t = useText()
  const form = useActionForm(SetBankAccountDocument, {
    initialValues: EMPTY,
    schema: () => schemaOf(t(texts.bankInvalid)),
    request: (account) => ({ merchantId, account }),
    done: texts.bankSaved,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(texts.bankNote)}</DialogNote>
      {FIELDS.map(({ name, label, hint }) => (
        <TextInput
          key={name}
          {...form.field(name)}
          label={t(label)}
          description={hint && t(hint)}
          autoComplete="off"
        />
      ))}
      <SelectField {...form.field('type')} label={t(texts.accountType)} names={accountTypeName} />
    </ActionForm>
  )
}

/** Form that removes the bank account of a merchant. */
export function RemoveForm({ merchantId, onClose }: FormProps) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={SetBankAccountDocument}
      variables={{ merchantId, account: null }}
      submit={t(texts.bankRemove)}
      done={texts.bankRemoved}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.bankRemoveBody)}
    </ConfirmForm>
  )
}

type Revealed = RevealBankAccountMutation['revealBankAccount']

/** Form that asks for a reason, then shows the complete bank account for a short time. */
export function RevealForm({ merchantId, onClose }: FormProps) {
  const t = useText()
  const [shown, show] = useExpiringValue<Revealed>(onClose)
  if (shown !== null) return <RevealedAccount account={shown} />
  return (
    <ReasonForm
      document={RevealBankAccountDocument}
      variables={(reason) => ({ merchantId, reason })}
      submit={t(texts.bankReveal)}
      onDone={({ revealBankAccount }) => show(revealBankAccount)}
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
