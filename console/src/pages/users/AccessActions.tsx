import { NativeSelect } from '@mantine/core'
import { IconDeviceMobileOff, IconUserCheck, IconUserOff, IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import {
  ChangeStaffRoleDocument,
  DeactivateStaffDocument,
  ReactivateStaffDocument,
  ResetStaffTotpDocument,
  type MemberFieldsFragment,
  type StaffRole,
} from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { ROLES } from '../../lib/access.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { staff as texts } from '../../lib/i18n/people/staff.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'
import { PasswordResetLink } from './PasswordResetLink.tsx'

type Props = { member: MemberFieldsFragment; onClose: () => void }

/** The actions on a person's access. */
export function AccessActions({ member }: { member: MemberFieldsFragment }) {
  const t = useText()
  const changeRefusal = useRefusal('staff.change_role')
  const deactivateRefusal = useRefusal('staff.deactivate')
  const resetRefusal = useRefusal('staff.reset_totp')
  const active = member.disabledAt === null
  return (
    <>
      <ActionDialog
        icon={IconUserShield}
        label={t(texts.changeRole)}
        title={t(texts.changeRole)}
        disabledReason={changeRefusal}
      >
        {(close) => <RoleForm member={member} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        icon={active ? IconUserOff : IconUserCheck}
        label={t(active ? texts.deactivate : texts.reactivate)}
        title={t(active ? texts.deactivate : texts.reactivate)}
        disabledReason={deactivateRefusal}
      >
        {(close) => <ActivityForm member={member} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        icon={IconDeviceMobileOff}
        label={t(texts.resetTotp)}
        title={t(texts.resetTotp)}
        disabledReason={resetRefusal ?? (member.hasTotp ? null : texts.totpOff)}
      >
        {(close) => <TotpForm member={member} onClose={close} />}
      </ActionDialog>
      <PasswordResetLink member={member} />
    </>
  )
}

function RoleForm({ member, onClose }: Props) {
  const t = useText()
  const [role, setRole] = useState<StaffRole>(member.role)
  const change = useAction(ChangeStaffRoleDocument, {
    done: texts.roleChanged,
    onDone: onClose,
  })
  return (
    <ReasonForm
      submit={t(texts.changeRole)}
      busy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ id: member.id, role, reason })}
      onCancel={onClose}
      fields={
        <NativeSelect
          label={t(texts.role)}
          value={role}
          onChange={({ currentTarget: { value } }) =>
            setRole(ROLES.find((known) => known === value) ?? member.role)
          }
          data={ROLES.map((value) => ({ value, label: t(roles[value]) }))}
        />
      }
    >
      {t(texts.changeRoleBody)}
    </ReasonForm>
  )
}

function TotpForm({ member, onClose }: Props) {
  const t = useText()
  const reset = useAction(ResetStaffTotpDocument, { done: texts.totpReset, onDone: onClose })
  return (
    <ReasonForm
      danger
      submit={t(texts.resetTotp)}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={(reason) => reset.mutate({ id: member.id, reason })}
      onCancel={onClose}
    >
      {t(texts.resetTotpBody)}
    </ReasonForm>
  )
}

function ActivityForm({ member, onClose }: Props) {
  const t = useText()
  const active = member.disabledAt === null
  const deactivate = useAction(DeactivateStaffDocument, {
    done: texts.deactivated,
    onDone: onClose,
  })
  const reactivate = useAction(ReactivateStaffDocument, {
    done: texts.reactivated,
    onDone: onClose,
  })
  const change = active ? deactivate : reactivate
  return (
    <ReasonForm
      danger={active}
      submit={t(active ? texts.deactivate : texts.reactivate)}
      busy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ id: member.id, reason })}
      onCancel={onClose}
    >
      {t(active ? texts.deactivateBody : texts.reactivateBody)}
    </ReasonForm>
  )
}
