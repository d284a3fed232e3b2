import * as z from 'zod/mini'
import { amount, integer, parsed, type FormLanguage } from '../../lib/form-schema.ts'
import { amountForInput, parsePercent, percentForInput } from '../../lib/values/money.ts'
import type { Language } from '../../lib/text.ts'
import type { FieldProps } from '../../ui/forms/field-props.ts'
import { AmountField, IntegerField, PercentField, SelectField } from '../../ui/forms/fields.tsx'
import { useText } from '../../ui/preferences.tsx'
import type { MerchantDetail } from './merchant.query.ts'
import { disputePolicyName, refundFeeName } from '../../lib/i18n/finance/terms.ts'
import { merchants as texts, payoutsByName, pixName } from './texts.ts'

/** Returns only the terms that the forms of a merchant can change. */
export const termsOf = (terms: Terms): Terms => ({
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

export type Terms = Pick<
  MerchantDetail['terms'],
  | 'feePercentBps'
  | 'reserveBps'
  | 'reserveDays'
  | 'settlementDelayDays'
  | 'feeFixedCents'
  | 'pixEnabled'
  | 'refundFeePolicy'
  | 'disputePolicy'
  | 'payoutsByService'
>

/** Returns the texts and choices of the fields for these terms. */
export const termFieldsOf = (terms: Terms, language: Language) => ({
  feePercentBps: percentForInput(terms.feePercentBps, language),
  feeFixedCents: amountForInput(terms.feeFixedCents, language),
  reserveBps: percentForInput(terms.reserveBps, language),
  reserveDays: String(terms.reserveDays),
  settlementDelayDays: String(terms.settlementDelayDays),
  pixEnabled: terms.pixEnabled ? ('on' as const) : ('off' as const),
  refundFeePolicy: terms.refundFeePolicy,
  disputePolicy: terms.disputePolicy,
  payoutsByService: terms.payoutsByService ? ('service' as const) : ('merchant' as const),
})

export type TermFields = ReturnType<typeof termFieldsOf>

const namesIn = <Name extends string>(names: Readonly<Record<Name, unknown>>) =>
  z.custom<Name>((name) => typeof name === 'string' && Object.hasOwn(names, name))

const isNamed = <Name extends string>(names: Readonly<Record<Name, unknown>>, yes: Name) =>
  z.pipe(
    namesIn(names),
    z.transform((name) => name === yes),
  )

const percent = ({ t, language }: FormLanguage) =>
  parsed((typed) => {
    const value = parsePercent(typed, language)
    return value === null ? { fault: t(texts.percentInvalid) } : { value }
  })

/** The schemas of the fields. These schemas turn percentages into basis points, and reais into centavos. */
export const termSchemas = (form: FormLanguage) => ({
  feePercentBps: percent(form),
  feeFixedCents: amount(form, { zero: 'allowed' }),
  reserveBps: percent(form),
  reserveDays: integer(form),
  settlementDelayDays: integer(form),
  pixEnabled: isNamed(pixName, 'on'),
  refundFeePolicy: namesIn(refundFeeName),
  disputePolicy: namesIn(disputePolicyName),
  payoutsByService: isNamed(payoutsByName, 'service'),
})

/** The fields of a merchant's commercial terms. */
export function TermsFields(props: {
  field: <Name extends keyof TermFields>(name: Name) => FieldProps<TermFields[Name]>
}) {
  const t = useText()
  const { field } = props
  return (
    <>
      <PercentField {...field('feePercentBps')} label={t(texts.feePercent)} />
      <AmountField {...field('feeFixedCents')} label={t(texts.feeFixed)} />
      <PercentField {...field('reserveBps')} label={t(texts.reserveBps)} />
      <IntegerField {...field('reserveDays')} label={t(texts.reserveDays)} />
      <IntegerField {...field('settlementDelayDays')} label={t(texts.settlementDays)} />
      <SelectField {...field('pixEnabled')} label={t(texts.pix)} names={pixName} />
      <SelectField {...field('refundFeePolicy')} label={t(texts.refundFee)} names={refundFeeName} />
      <SelectField {...field('disputePolicy')} label={t(texts.disputePolicy)} names={disputePolicyName} />
      <SelectField {...field('payoutsByService')} label={t(texts.payoutsBy)} names={payoutsByName} />
    </>
  )
}
