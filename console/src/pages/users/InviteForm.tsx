import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { roles } from '../../lib/i18n/people/staff.ts'
import { staff as texts } from './texts.ts'
import { useActionForm } from '../../api/action-form.ts'
import { InviteStaffDocument, type StaffRole } from '../../api/generated/graphql.ts'
import { ROLES } from '../../lib/access.ts'
import { requiredText } from '../../lib/form-schema.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useText } from '../../ui/preferences.tsx'

const NAME_MAX = 120
const EMAIL_MAX = 254

const NOBODY: { name: string; email: string; role: StaffRole } = { name: '', email: '', role: 'support' }

/** Form that invites a person. Passes the token of the invitation to `onToken`. */
export function InviteForm(props: { onClose: () => void; onToken: (token: string) => void }) {
  const t = useText()
  const form = useActionForm(InviteStaffDocument, {
    initialValues: NOBODY,
    schema: () =>
      z.object({
        name: requiredText(t(texts.nameMissing)),
        email: z.string().check(z.trim(), z.includes('@', t(texts.emailMissing))),
        role: z.enum(ROLES),
      }),
    request: (input) => ({ input }),
    onDone: ({ inviteStaff }) => props.onToken(inviteStaff.token),
  })
  return (
    <ActionForm form={form} submit={t(texts.invite)} onCancel={props.onClose}>
      <DialogNote>{t(texts.inviteNote)}</DialogNote>
      <TextInput
        {...form.field('name')}
        label={t(texts.name)}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...form.field('email')}
        label={t(texts.email)}
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
      />
      <SelectField {...form.field('role')} label={t(texts.role)} names={roles} />
    </ActionForm>
  )
}
