import { useState } from 'react'
import * as z from 'zod/mini'
import { merchants as texts, refundFeeName, disputePolicyName, payoutsByName, pixName } from './texts.ts'
import { useActionForm } from '../../api/action-form.ts'
import { UpdateTermsDocument } from '../../api/generated/graphql.ts'
import { changesOf } from './changes.ts'
import { amount, integer } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { amountForInput } from '../../lib/values/money.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { AmountField, IntegerField, SelectField } from '../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import type { MerchantDetail } from './merchant.query.ts'

const INTEGER_FIELDS = [
  ['feePercentBps', texts.feePercent],
  ['reserveBps', texts.reserveBps],
  ['reserveDays', texts.reserveDays],
  ['settlementDelayDays', texts.settlementDays],
] as const

const termsOf = (terms: MerchantDetail['terms']) => ({
  feePercentBps: terms.feePercentBps,
  reserveBps: terms.reserveBps,
  reserveDays: terms.reserveDays,
  settlementDelayDays: terms.settlementDelayDays,
  feeFixedCents: terms.feeFixedCents,
  pixEnabled: terms.pixEnabled,
  refundFeePolicy: terms.refundFeePolicy,
  disputePolicy: terms.disputePolicy,
  payoutsByService: terms.payoutsByService,
})
type Terms = ReturnType<typeof termsOf>

const fieldsOf = (terms: Terms, feeFixedCents: string) => ({
  feePercentBps: String(terms.feePercentBps),
  reserveBps: String(terms.reserveBps),
  reserveDays: String(terms.reserveDays),
  settlementDelayDays: String(terms.settlementDelayDays),
  feeFixedCents,
  pixEnabled: terms.pixEnabled ? ('on' as const) : ('off' as const),
  refundFeePolicy: terms.refundFeePolicy,
  disputePolicy: terms.disputePolicy,
  payoutsByService: terms.payoutsByService ? ('service' as const) : ('merchant' as const),
})

const namesIn = <Name extends string>(names: Readonly<Record<Name, unknown>>) =>
  z.custom<Name>((name) => typeof name === 'string' && Object.hasOwn(names, name))

const isNamed = <Name extends string>(names: Readonly<Record<Name, unknown>>, yes: Name) =>
  z.pipe(
    namesIn(names),
    z.transform((name) => name === yes),
  )

/** Form that changes the terms for a merchant's new charges. */
export function TermsForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const [initial] = useState(() => termsOf(merchant.terms))
  const form = useActionForm(UpdateTermsDocument, {
    initialValues: fieldsOf(initial, amountForInput(initial.feeFixedCents, language)),
    schema: () =>
      z.object({
        feePercentBps: integer({ t, language }),
        reserveBps: integer({ t, language }),
        reserveDays: integer({ t, language }),
        settlementDelayDays: integer({ t, language }),
        feeFixedCents: amount({ t, language }, { zero: 'allowed' }),
        pixEnabled: isNamed(pixName, 'on'),
        refundFeePolicy: namesIn(refundFeeName),
        disputePolicy: namesIn(disputePolicyName),
        payoutsByService: isNamed(payoutsByName, 'service'),
      }),
    request: (terms) => {
      const changes = changesOf(initial, terms)
      if (Object.keys(changes).length > 0) return { merchantId: merchant.id, terms: changes }
      onClose()
      return null
    },
    done: texts.termsSaved,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(texts.termsNote)}</DialogNote>
      {INTEGER_FIELDS.map(([name, label]) => (
        <IntegerField
          key={name}
          {...form.field(name)}
          label={t(label)}
          description={name.endsWith('Bps') ? t(texts.bpsHint) : ''}
        />
      ))}
      <AmountField
        {...form.field('feeFixedCents')}
        label={t(texts.feeFixed)}
        description={amountForInput(merchant.terms.feeFixedCents, language)}
      />
      <SelectField {...form.field('pixEnabled')} label={t(texts.pix)} names={pixName} />
      <SelectField {...form.field('refundFeePolicy')} label={t(texts.refundFee)} names={refundFeeName} />
      <SelectField
        {...form.field('disputePolicy')}
        label={t(texts.disputePolicy)}
        names={disputePolicyName}
      />
      <SelectField {...form.field('payoutsByService')} label={t(texts.payoutsBy)} names={payoutsByName} />
    </ActionForm>
  )
}
