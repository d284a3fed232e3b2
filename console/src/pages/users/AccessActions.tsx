import { IconDeviceMobileOff, IconUserCheck, IconUserOff, IconUserShield } from '@tabler/icons-react'
import { staff as texts } from './texts.ts'
import type { MemberFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { PasswordResetLink } from './PasswordResetLink.tsx'

const RoleForm = lazyForm(async () => (await import('./AccessForms.tsx')).RoleForm)
const ActivityForm = lazyForm(async () => (await import('./AccessForms.tsx')).ActivityForm)
const TotpForm = lazyForm(async () => (await import('./AccessForms.tsx')).TotpForm)

/** The buttons that change a person's access to the console. */
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
