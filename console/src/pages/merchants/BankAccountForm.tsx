import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { SetBankAccountDocument } from '../../api/generated/graphql.ts'
import { readDocument } from '../../lib/values/document.ts'
import { common } from '../../lib/i18n/common.ts'
import { accountTypeName, merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import type { Text } from '../../lib/text.ts'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'

const EMPTY = { ispb: '', branch: '', account: '', holderName: '', holderDocument: '' }
type Name = keyof typeof EMPTY

const like = (pattern: RegExp) => (typed: string) => pattern.test(typed)

const FIELDS: readonly { name: Name; label: Text; hint?: Text; fits: (typed: string) => boolean }[] = [
  { name: 'ispb', label: texts.ispb, fits: like(/^\d{8}$/) },
  { name: 'branch', label: texts.branch, fits: like(/^\d{1,4}(-[\dX])?$/) },
  { name: 'account', label: texts.account, hint: texts.accountHint, fits: like(/^\d{1,20}(-[\dX])?$/) },
  { name: 'holderName', label: texts.holder, fits: like(/^.{1,200}$/) },
  { name: 'holderDocument', label: texts.holderDocument, fits: (typed) => readDocument(typed) !== undefined },
]

const TYPES = ['checking', 'savings', 'payment'] as const

/** Removes spaces, and the punctuation of a document. */
const clean = (name: Name, text: string): string =>
  name === 'holderName'
    ? text.trim()
    : text.replaceAll(name === 'holderDocument' ? /[\s./-]/g : /\s/g, '').toUpperCase()

/** A form for a complete bank account, which replaces the current one. */
export function BankAccountForm(props: { merchantId: string; onClose: () => void }) {
  const t = useText()
  const [typed, setTyped] = useState(EMPTY)
  const [type, setType] = useState<(typeof TYPES)[number]>('checking')
  const [checked, setChecked] = useState(false)
  const set = useAction(SetBankAccountDocument, {
    done: texts.bankSaved,
    onDone: props.onClose,
  })
  const wrong = (name: Name, fits: (typed: string) => boolean) => !fits(clean(name, typed[name]))
  const submit = () => {
    setChecked(true)
    if (FIELDS.some(({ name, fits }) => wrong(name, fits))) return
    const account = {
      ispb: clean('ispb', typed.ispb),
      branch: clean('branch', typed.branch),
      account: clean('account', typed.account),
      type,
      holderName: clean('holderName', typed.holderName),
      holderDocument: clean('holderDocument', typed.holderDocument),
    }
    set.mutate({ merchantId: props.merchantId, account })
  }
  return (
    <DialogForm
      submit={t(common.save)}
      busy={set.isPending}
      error={set.error}
      onSubmit={submit}
      onCancel={props.onClose}
    >
      <DialogNote>{t(texts.bankNote)}</DialogNote>
      {FIELDS.map(({ name, label, hint, fits }) => (
        <TextInput
          key={name}
          label={t(label)}
          description={hint && t(hint)}
          autoComplete="off"
          value={typed[name]}
          error={checked && wrong(name, fits) && t(texts.bankInvalid)}
          onChange={(change) => {
            const { value } = change.currentTarget
            setTyped((was) => ({ ...was, [name]: value }))
          }}
        />
      ))}
      <NativeSelect
        label={t(texts.accountType)}
        value={type}
        onChange={(change) => setType(TYPES.find((one) => one === change.currentTarget.value) ?? 'checking')}
        data={TYPES.map((value) => ({ value, label: t(accountTypeName[value]) }))}
      />
    </DialogForm>
  )
}
