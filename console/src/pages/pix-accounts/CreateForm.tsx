import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { CreatePixAccountDocument, type PixEnvironment } from '../../api/generated/graphql.ts'
import { amount, chosen, hidden, requiredText } from '../../lib/form-schema.ts'
import type { Text } from '../../lib/text.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { AmountField, SelectField } from '../../ui/forms/fields.tsx'
import { PemField } from '../../ui/forms/PemField.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { accountForms as texts } from './form-texts.ts'
import {
  authoritiesSchema,
  idSchema,
  NO_SECRETS,
  secretSchemas,
  urlSchema,
  type SecretFields,
} from './secret-fields.ts'
import { SecretInputs } from './SecretInputs.tsx'
import { pixAccounts } from './texts.ts'

interface Fields extends SecretFields {
  id: string
  profile: string
  environment: PixEnvironment | ''
  baseUrl: string
  tokenUrl: string
  pixKey: string
  clientId: string
  caPem: string
  chargeCeilingCents: string
  payoutCeilingCents: string
}

const EMPTY: Fields = {
  ...NO_SECRETS,
  id: '',
  profile: '',
  environment: 'production',
  baseUrl: '',
  tokenUrl: '',
  pixKey: '',
  clientId: '',
  caPem: '',
  chargeCeilingCents: '',
  payoutCeilingCents: '',
}

const ENVIRONMENTS = ['production', 'sandbox'] as const

/** Returns the form state of a new receiving account. */
function useCreateForm(profiles: readonly string[], onClose: () => void) {
  const t = useText()
  const { language } = usePreferences()
  const ceiling = (text: string) => (text.trim() === '' ? hidden : amount({ t, language }))
  return useActionForm(CreatePixAccountDocument, {
    initialValues: EMPTY,
    schema: (fields: Fields) =>
      z.object({
        ...secretSchemas(t, fields),
        id: idSchema(t),
        profile: chosen(profiles, t(texts.profileMissing)),
        environment: chosen(ENVIRONMENTS, t(texts.required)),
        baseUrl: urlSchema(t, fields.environment),
        tokenUrl: urlSchema(t, fields.environment),
        pixKey: requiredText(t(texts.required)),
        clientId: requiredText(t(texts.required)),
        caPem: authoritiesSchema(t),
        chargeCeilingCents: ceiling(fields.chargeCeilingCents),
        payoutCeilingCents: ceiling(fields.payoutCeilingCents),
      }),
    request: (account) => ({ account }),
    done: texts.created,
    onDone: onClose,
  })
}

/** Form that creates a receiving account. `profiles` are the names of the server's profiles. */
export function CreateForm({ profiles, onClose }: { profiles: readonly string[]; onClose: () => void }) {
  const t = useText()
  const form = useCreateForm(profiles, onClose)
  const names: Record<string, Text> = Object.fromEntries(profiles.map((name) => [name, [name, name]]))
  const plain = (name: Exclude<keyof Fields, 'environment'>) => ({ ...form.field(name), autoComplete: 'off' })
  return (
    <ActionForm form={form} submit={t(texts.create)} onCancel={onClose}>
      <DialogNote>{t(texts.createNote)}</DialogNote>
      <TextInput {...plain('id')} label={t(texts.id)} description={t(texts.idHint)} />
      <SelectField {...form.field('profile')} label={t(texts.profile)} names={names} />
      <SelectField
        {...form.field('environment')}
        label={t(texts.environment)}
        names={{ production: texts.production, sandbox: texts.sandbox }}
      />
      <TextInput {...plain('baseUrl')} label={t(texts.baseUrl)} description={t(texts.baseUrlHint)} />
      <TextInput {...plain('tokenUrl')} label={t(texts.tokenUrl)} />
      <TextInput {...plain('pixKey')} label={t(texts.pixKey)} description={t(texts.pixKeyHint)} />
      <TextInput {...plain('clientId')} label={t(texts.clientId)} />
      <SecretInputs field={form.field} />
      <PemField
        {...form.field('caPem')}
        label={t(texts.authorities)}
        description={t(texts.authoritiesHint)}
      />
      <AmountField
        {...form.field('chargeCeilingCents')}
        label={t(pixAccounts.chargeCeiling)}
        description={t(pixAccounts.ceilingHint)}
      />
      <AmountField
        {...form.field('payoutCeilingCents')}
        label={t(pixAccounts.payoutCeiling)}
        description={t(pixAccounts.ceilingHint)}
      />
    </ActionForm>
  )
}
