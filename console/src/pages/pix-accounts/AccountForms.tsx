import { useState } from 'react'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import {
  SetPixAccountCeilingsDocument,
  SetPixAccountStateDocument,
  type PixAccountState,
} from '../../api/generated/graphql.ts'
import { amount, chosen, hidden } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { pixAccountStateName } from '../../lib/i18n/status.ts'
import { amountForInput } from '../../lib/values/money.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { ChoiceField } from '../../ui/forms/ChoiceField.tsx'
import { AmountField } from '../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { nextStates } from './account-values.ts'
import type { Account } from './queries.ts'
import { pixAccounts as texts, stateEffect } from './texts.ts'

interface Props {
  account: Account
  onClose: () => void
}

/** Form that changes the state of a receiving account. The form shows the effect of each possible state. */
export function StateForm({ account, onClose }: Props) {
  const t = useText()
  const [states] = useState(() => nextStates(account.state))
  const initialValues: { state: PixAccountState | '' } = { state: '' }
  const form = useActionForm(SetPixAccountStateDocument, {
    initialValues,
    schema: () => z.object({ state: chosen(states, t(texts.stateMissing)) }),
    request: ({ state }) => ({ accountId: account.id, state }),
    done: texts.stateChanged,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.changeState)} onCancel={onClose}>
      <ChoiceField
        {...form.field('state')}
        label={t(texts.newState)}
        choices={states.map((value) => ({
          value,
          label: t(pixAccountStateName[value]),
          effect: t(stateEffect[value]),
        }))}
      />
    </ActionForm>
  )
}

/**
 * Form that changes the largest charge and the largest payout of a receiving account. An empty field removes the
 * limit.
 */
export function CeilingsForm({ account, onClose }: Props) {
  const t = useText()
  const { language } = usePreferences()
  const [before] = useState(() => ({
    chargeCeilingCents: account.chargeCeilingCents,
    payoutCeilingCents: account.payoutCeilingCents,
  }))
  const typed = (cents: string | null) => (cents === null ? '' : amountForInput(cents, language))
  const ceiling = (text: string) => (text.trim() === '' ? hidden : amount({ t, language }))
  const form = useActionForm(SetPixAccountCeilingsDocument, {
    initialValues: {
      chargeCeilingCents: typed(before.chargeCeilingCents),
      payoutCeilingCents: typed(before.payoutCeilingCents),
    },
    schema: (fields) =>
      z.object({
        chargeCeilingCents: ceiling(fields.chargeCeilingCents),
        payoutCeilingCents: ceiling(fields.payoutCeilingCents),
      }),
    request: ({ chargeCeilingCents, payoutCeilingCents }) => {
      const ceilings = {
        ...(chargeCeilingCents !== before.chargeCeilingCents && { chargeCeilingCents }),
        ...(payoutCeilingCents !== before.payoutCeilingCents && { payoutCeilingCents }),
      }
      if (Object.keys(ceilings).length > 0) return { accountId: account.id, ceilings }
      onClose()
      return null
    },
    done: texts.ceilingsChanged,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <AmountField
        {...form.field('chargeCeilingCents')}
        label={t(texts.chargeCeiling)}
        description={t(texts.ceilingHint)}
      />
      <AmountField
        {...form.field('payoutCeilingCents')}
        label={t(texts.payoutCeiling)}
        description={t(texts.ceilingHint)}
      />
    </ActionForm>
  )
}
