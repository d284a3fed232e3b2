import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { ReplacePixAccountSecretsDocument } from '../../api/generated/graphql.ts'
import { optionalText } from '../../lib/form-schema.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { PemField } from '../../ui/forms/PemField.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountForms as texts } from './form-texts.ts'
import type { Account } from './queries.ts'
import { authoritiesSchema, NO_SECRETS, secretSchemas, type SecretFields } from './secret-fields.ts'
import { SecretInputs } from './SecretInputs.tsx'

interface Fields extends SecretFields {
  clientId: string
  caPem: string
}

const EMPTY: Fields = { ...NO_SECRETS, clientId: '', caPem: '' }

/** Form that replaces secrets of a receiving account. An empty field keeps the current value. */
export function SecretsForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText()
  const form = useActionForm(ReplacePixAccountSecretsDocument, {
    initialValues: EMPTY,
    schema: (fields: Fields) =>
      z
        .object({ ...secretSchemas(t, fields), clientId: optionalText, caPem: authoritiesSchema(t) })
        .check((given) => {
          if (Object.values(given.value).some((value) => value !== null)) return
          const message = t(texts.nothingGiven)
          given.issues.push({ code: 'custom', message, path: ['clientSecret'], input: given.value })
        }),
    request: (secrets) => ({ accountId: account.id, secrets }),
    done: texts.replaced,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.replace)} onCancel={onClose}>
      <DialogNote>{t(texts.replaceNote)}</DialogNote>
      <TextInput {...form.field('clientId')} label={t(texts.clientId)} autoComplete="off" />
      <SecretInputs field={form.field} />
      <PemField {...form.field('caPem')} label={t(texts.authorities)} />
    </ActionForm>
  )
}
