import { TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { ChangePixAccountConnectionDocument } from '../../api/generated/graphql.ts'
import { requiredText } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountForms as texts } from './form-texts.ts'
import type { Account } from './queries.ts'
import { urlSchema } from './secret-fields.ts'

/** Form that changes the URLs and the Pix key of a receiving account. The form sends only the changed values. */
export function ConnectionForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText()
  const [before] = useState(() => ({
    baseUrl: account.baseUrl ?? '',
    tokenUrl: account.tokenUrl ?? '',
    pixKey: account.pixKey ?? '',
  }))
  const form = useActionForm(ChangePixAccountConnectionDocument, {
    initialValues: before,
    schema: () =>
      z.object({
        baseUrl: urlSchema(t, account.environment),
        tokenUrl: urlSchema(t, account.environment),
        pixKey: requiredText(t(texts.required)),
      }),
    request: ({ baseUrl, tokenUrl, pixKey }) => {
      const connection = {
        ...(baseUrl !== before.baseUrl && { baseUrl }),
        ...(tokenUrl !== before.tokenUrl && { tokenUrl }),
        ...(pixKey !== before.pixKey && { pixKey }),
      }
      if (Object.keys(connection).length > 0) return { accountId: account.id, connection }
      onClose()
      return null
    },
    done: texts.connectionChanged,
    onDone: onClose,
  })
  const plain = (name: keyof typeof before) => ({ ...form.field(name), autoComplete: 'off' })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(texts.connectionNote)}</DialogNote>
      <TextInput {...plain('baseUrl')} label={t(texts.baseUrl)} description={t(texts.baseUrlHint)} />
      <TextInput {...plain('tokenUrl')} label={t(texts.tokenUrl)} />
      <TextInput {...plain('pixKey')} label={t(texts.pixKey)} description={t(texts.pixKeyHint)} />
    </ActionForm>
  )
}
