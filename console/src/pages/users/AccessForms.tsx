import * as z from 'zod/mini'
import { identities } from '../../lib/i18n/people/accounts.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { staff } from './texts.ts'
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
import { ReasonForm } from '../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { ReasonField, SelectField } from '../../ui/forms/fields.tsx'
import { useText } from '../../ui/preferences.tsx'

type Props = { member: MemberFieldsFragment; onClose: () => void }

/** Form that changes the role of a person. */
export function RoleForm({ member: { id, role }, onClose }: Props) {
  const t = useText()
  const form = useActionForm(ChangeStaffRoleDocument, {
    initialValues: { role, reason: '' },
    schema: () => z.object({ role: z.enum(ROLES), reason: requiredText(t(common.reasonMissing)) }),
    request: (change) => ({ id, ...change }),
    done: staff.roleChanged,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(staff.changeRole)} onCancel={onClose}>
      <DialogNote>{t(staff.changeRoleBody)}</DialogNote>
      <SelectField {...form.field('role')} label={t(staff.role)} names={roles} />
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

/** Form that removes the authenticator app of a person. */
export function TotpForm({ member: { id }, onClose }: Props) {
  const t = useText()
  return (
    <ReasonForm
      danger
      document={ResetStaffTotpDocument}
      variables={(reason) => ({ id, reason })}
      submit={t(staff.resetTotp)}
      done={staff.totpReset}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(staff.resetTotpBody)}
    </ReasonForm>
  )
}

/** Form that deactivates an active person, or reactivates a deactivated person. */
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
      submit={t(staff.deactivate)}
      done={staff.deactivated}
    >
      {t(staff.deactivateBody)}
    </ReasonForm>
  ) : (
    <ReasonForm
      {...shared}
      document={ReactivateStaffDocument}
      submit={t(staff.reactivate)}
      done={staff.reactivated}
    >
      {t(staff.reactivateBody)}
    </ReasonForm>
  )
}

/** Form that creates a one-time link to set a new password. Passes the token of the link to `onToken`. */
export function PasswordLinkForm(props: Props & { onToken: (token: string) => void }) {
  const t = useText()
  const { member, onToken, onClose } = props
  return (
    <ReasonForm
      document={OfferStaffPasswordDocument}
      variables={(reason) => ({ id: member.id, reason })}
      submit={t(staff.makeLink)}
      onDone={({ offerStaffPassword }) => onToken(offerStaffPassword.token)}
      onCancel={onClose}
    >
      {t(staff.offerPasswordBody)}
    </ReasonForm>
  )
}

/** Form that removes the link between a person's staff account and the account at the identity provider. */
export function UnlinkForm(props: { staffId: string; issuer: string; onClose: () => void }) {
  const t = useText()
  const { staffId, issuer, onClose } = props
  return (
    <ReasonForm
      danger
      document={UnlinkStaffIdentityDocument}
      variables={(reason) => ({ id: staffId, issuer, reason })}
      submit={t(identities.unlink)}
      done={identities.unlinked}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(staff.unlinkBody)}
    </ReasonForm>
  )
}
