import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useActionForm } from '../../../api/action-form.ts'
import {
  AssignablePixAccountsDocument,
  AssignPixAccountsDocument,
  type AssignablePixAccountsQuery,
} from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { common } from '../../../lib/i18n/common.ts'
import { pixAccountStateName } from '../../../lib/i18n/status.ts'
import type { Text } from '../../../lib/text.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { BlocksSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { MerchantDetail } from '../merchant.query.ts'
import { merchantAccounts as texts } from '../texts.ts'
import { accountsIn, NO_ACCOUNT, placesOf, repeatedPlaces, type Places } from './account-places.ts'

type Account = AssignablePixAccountsQuery['pixAccounts'][number]

interface Props {
  merchant: MerchantDetail
  onClose: () => void
}

/** Form that chooses the receiving accounts of a merchant and their order. */
export function AssignForm(props: Props) {
  const query = useQuery(gqlQuery(AssignablePixAccountsDocument, {}))
  return (
    <Loaded query={query} skeleton={<BlocksSkeleton heights={[160]} />}>
      {({ pixAccounts }) => <PlacesForm {...props} accounts={pixAccounts} />}
    </Loaded>
  )
}

/**
 * Returns the name of a receiving account in the list of choices. The name contains the state unless the account is
 * active.
 */
const choiceName = ({ id, state }: Account): Text => {
  const [ptBr, en] = pixAccountStateName[state]
  return state === 'active' ? [id, id] : [`${id} (${ptBr})`, `${id} (${en})`]
}

function PlacesForm({ merchant, onClose, accounts }: Props & { accounts: readonly Account[] }) {
  const t = useText()
  const [initialValues] = useState(() =>
    placesOf(
      merchant.pixAccountIds,
      accounts.map(({ id }) => id),
    ),
  )
  const form = useActionForm(AssignPixAccountsDocument, {
    initialValues,
    schema: () =>
      z.custom<Places>().check((places) => {
        for (const name of repeatedPlaces(places.value))
          places.issues.push({
            code: 'custom',
            message: t(texts.repeated),
            path: [name],
            input: places.value,
          })
      }),
    request: (places) => ({ merchantId: merchant.id, accountIds: accountsIn(places) }),
    done: texts.assigned,
    onDone: onClose,
  })
  const names: Record<string, Text> = {
    [NO_ACCOUNT]: texts.noAccount,
    ...Object.fromEntries(accounts.map((account) => [account.id, choiceName(account)])),
  }
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(texts.assignNote)}</DialogNote>
      {Object.keys(initialValues).map((name, index) => (
        <SelectField key={name} {...form.field(name)} label={t(texts.place(index + 1))} names={names} />
      ))}
    </ActionForm>
  )
}
