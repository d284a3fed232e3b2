import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import {
  ChangeStaffRoleDocument,
  DeactivateStaffDocument,
  OfferStaffPasswordDocument,
  ReactivateStaffDocument,
  ResetStaffTotpDocument,
  UnlinkStaffIdentityDocument,
  type MemberFieldsFragment,
} from '../../api/generated/graphql.ts'
import { ROLES } from '../../lib/access.ts'
import { requiredText } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { provider } from '../../lib/i18n/people/provider.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { staff as texts } from '../../lib/i18n/people/staff.ts'
import { ReasonForm } from '../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { ReasonField, SelectField } from '../../ui/forms/fields.tsx'
import { useText } from '../../ui/preferences.tsx'

type Props = { member: MemberFieldsFragment; onClose: () => void }

/** Changes the role of a person. */
export function RoleForm({ member: { id, role }, onClose }: Props) {
  const t = useText()
  const form = useActionForm(ChangeStaffRoleDocument, {
    initialValues: { role, reason: '' },
    schema: () => z.object({ role: z.enum(ROLES), reason: requiredText(t(common.reasonMissing)) }),
    request: (change) => ({ id, ...change }),
    done: texts.roleChanged,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.changeRole)} onCancel={onClose}>
      <DialogNote>{t(texts.changeRoleBody)}</DialogNote>
      <SelectField {...form.field('role')} label={t(texts.role)} names={roles} />
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

/** Removes the authenticator app of a person. */
export function TotpForm({ member: { id }, onClose }: Props) {
  const t = useText()
  return (
    <ReasonForm
      danger
      document={ResetStaffTotpDocument}
      variables={(reason) => ({ id, reason })}
      submit={t(texts.resetTotp)}
      done={texts.totpReset}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.resetTotpBody)}
    </ReasonForm>
  )
}

/** Deactivates an active person, or reactivates a deactivated one. */
export function ActivityForm({ member: { id, disabledAt }, onClose }: Props) {
  const t = useText()
  const shared = {
    variables: (reason: string) => ({ id, reason }),
    onDone: onClose,
    onCancel: onClose,
  }
  return disabledAt === null ? (
    <ReasonForm
      {...shared}
      danger
      document={DeactivateStaffDocument}
      submit={t(texts.deactivate)}
      done={texts.deactivated}
    >
      {t(texts.deactivateBody)}
    </ReasonForm>
  ) : (
    <ReasonForm
      {...shared}
      document={ReactivateStaffDocument}
      submit={t(texts.reactivate)}
      done={texts.reactivated}
    >
      {t(texts.reactivateBody)}
    </ReasonForm>
  )
}

/** Creates a one-time link that sets a new password. Passes on its token. */
export function PasswordLinkForm(props: Props & { onToken: (token: string) => void }) {
  const t = useText()
  const { member, onToken, onClose } = props
  return (
    <ReasonForm
      document={OfferStaffPasswordDocument}
      variables={(reason) => ({ id: member.id, reason })}
      submit={t(texts.makeLink)}
      onDone={({ offerStaffPassword }) => onToken(offerStaffPassword.token)}
      onCancel={onClose}
    >
      {t(texts.offerPasswordBody)}
    </ReasonForm>
  )
}

/** Unlinks a person's account at the identity provider. */
export function UnlinkForm(props: { staffId: string; issuer: string; onClose: () => void }) {
  const t = useText()
  const { staffId, issuer, onClose } = props
  return (
    <ReasonForm
      danger
      document={UnlinkStaffIdentityDocument}
      variables={(reason) => ({ id: staffId, issuer, reason })}
      submit={t(provider.unlink)}
      done={provider.unlinked}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(provider.unlinkBody)}
    </ReasonForm>
  )
}
