import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { UpdateTermsDocument } from '../../api/generated/graphql.ts'
import { changesOf } from './changes.ts'
import { common } from '../../lib/i18n/common.ts'
import {
  disputePolicyName,
  merchants as texts,
  payoutsByName,
  pixName,
  refundFeeName,
} from '../../lib/i18n/finance/merchants.ts'
import type { Text } from '../../lib/text.ts'
import { amountForInput, parseAmount } from '../../lib/values/money.ts'
import { parseInteger } from '../../lib/values/integer.ts'
import { AmountInput, useAmount } from '../../ui/fields/AmountInput.tsx'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { IntegerInput } from '../../ui/fields/IntegerInput.tsx'
import type { MerchantDetail } from './merchant.query.ts'

const INTEGER_FIELDS = ['feePercentBps', 'reserveBps', 'reserveDays', 'settlementDelayDays'] as const
type IntegerField = (typeof INTEGER_FIELDS)[number]

const NAMES = {
  feePercentBps: texts.feePercent,
  reserveBps: texts.reserveBps,
  reserveDays: texts.reserveDays,
  settlementDelayDays: texts.settlementDays,
} as const satisfies Record<IntegerField, unknown>

const integerTextsOf = (terms: MerchantDetail['terms']): Record<IntegerField, string> => ({
  feePercentBps: String(terms.feePercentBps),
  reserveBps: String(terms.reserveBps),
  reserveDays: String(terms.reserveDays),
  settlementDelayDays: String(terms.settlementDelayDays),
})

const choicesOf = (terms: MerchantDetail['terms']) => ({
  pix: terms.pixEnabled ? ('on' as const) : ('off' as const),
  refundFee: terms.refundFeePolicy,
  dispute: terms.disputePolicy,
  payoutsBy: terms.payoutsByService ? ('service' as const) : ('merchant' as const),
})
type Chosen = ReturnType<typeof choicesOf>

const contractOf = (chosen: Chosen) => ({
  pixEnabled: chosen.pix === 'on',
  payoutsByService: chosen.payoutsBy === 'service',
  refundFeePolicy: chosen.refundFee,
  disputePolicy: chosen.dispute,
})

const termsOf = (terms: MerchantDetail['terms']) => ({
  ...contractOf(choicesOf(terms)),
  feePercentBps: terms.feePercentBps,
  reserveBps: terms.reserveBps,
  reserveDays: terms.reserveDays,
  settlementDelayDays: terms.settlementDelayDays,
  feeFixedCents: terms.feeFixedCents,
})

/** Changes the terms of new charges. */
export function TermsForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const { terms } = merchant
  const [initial] = useState(() => termsOf(terms))
  const [typed, setTyped] = useState(() => integerTextsOf(terms))
  const feeFixed = useAmount(terms.feeFixedCents)
  const [chosen, setChosen] = useState(() => choicesOf(terms))
  const update = useAction(UpdateTermsDocument, {
    done: texts.termsSaved,
    onDone: onClose,
  })
  const submit = () => {
    const [feePercentBps, reserveBps, reserveDays, settlementDelayDays] = INTEGER_FIELDS.map((name) =>
      parseInteger(typed[name]),
    )
    const parsed = parseAmount(feeFixed.text, language)
    const isZero = parsed.kind === 'cents' && parsed.cents === 0n
    const feeFixedCents = isZero ? '0' : feeFixed.read()
    if (feeFixedCents === null || feePercentBps == null || reserveBps == null) return
    if (reserveDays == null || settlementDelayDays == null) return
    const changes = changesOf(initial, {
      ...contractOf(chosen),
      feePercentBps,
      reserveBps,
      reserveDays,
      settlementDelayDays,
      feeFixedCents,
    })
    if (Object.keys(changes).length === 0) onClose()
    else update.mutate({ merchantId: merchant.id, terms: changes })
  }
  return (
    <DialogForm
      submit={t(common.save)}
      busy={update.isPending}
      error={update.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.termsNote)}</DialogNote>
      {INTEGER_FIELDS.map((name) => (
        <IntegerInput
          key={name}
          label={t(NAMES[name])}
          description={name.endsWith('Bps') ? t(texts.bpsHint) : ''}
          text={typed[name]}
          onChange={(text) => setTyped((was) => ({ ...was, [name]: text }))}
        />
      ))}
      <AmountInput
        amount={feeFixed}
        label={t(texts.feeFixed)}
        description={amountForInput(terms.feeFixedCents, language)}
      />
      <Choices chosen={chosen} onChange={setChosen} />
    </DialogForm>
  )
}

function Choices({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  return (
    <>
      <Choice
        label={texts.pix}
        names={pixName}
        value={chosen.pix}
        onChange={(pix) => onChange({ ...chosen, pix })}
      />
      <Choice
        label={texts.refundFee}
        names={refundFeeName}
        value={chosen.refundFee}
        onChange={(refundFee) => onChange({ ...chosen, refundFee })}
      />
      <Choice
        label={texts.disputePolicy}
        names={disputePolicyName}
        value={chosen.dispute}
        onChange={(dispute) => onChange({ ...chosen, dispute })}
      />
      <Choice
        label={texts.payoutsBy}
        names={payoutsByName}
        value={chosen.payoutsBy}
        onChange={(payoutsBy) => onChange({ ...chosen, payoutsBy })}
      />
    </>
  )
}

/** Selects one of several named values. */
function Choice<Name extends string>(props: {
  label: Text
  names: Record<Name, Text>
  value: Name
  onChange: (name: Name) => void
}) {
  const t = useText()
  const isName = (text: string): text is Name => Object.hasOwn(props.names, text)
  return (
    <NativeSelect
      label={t(props.label)}
      value={props.value}
      onChange={({ currentTarget: { value } }) => isName(value) && props.onChange(value)}
      data={Object.entries<Text>(props.names).map(([value, label]) => ({ value, label: t(label) }))}
    />
  )
}
