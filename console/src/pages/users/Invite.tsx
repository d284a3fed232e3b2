import { NativeSelect, TextInput } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { executeMutation } from '../../api/client.ts'
import { InviteStaffDocument, type StaffRole } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { staff as texts } from '../../lib/i18n/people/staff.ts'
import { ROLES } from '../../lib/access.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ActionDialog, DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'

const NAME_MAX = 120
const EMAIL_MAX = 254

/** Invites a person, then shows the link once. */
export function Invite() {
  const t = useText()
  const inviteRefusal = useRefusal('staff.invite')
  const disclosure = useDialogFromUrl('invite', inviteRefusal === null)
  // Keep the link in this component only, neither in the query cache nor in the URL.
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <ActionDialog
        disclosure={disclosure}
        icon={IconUserPlus}
        variant="filled"
        label={t(texts.invite)}
        title={t(texts.inviteTitle)}
        disabledReason={inviteRefusal}
      >
        {(close) => (
          <InviteForm
            onClose={close}
            onToken={(token) => {
              close()
              // The token is in the fragment, which browsers do not send to servers.
              setLink(`${window.location.origin}/invitation#${token}`)
            }}
          />
        )}
      </ActionDialog>
      {link !== null && (
        <SecretModal
          secret={link}
          title={t(texts.linkTitle)}
          label={t(texts.linkLabel)}
          hint={t(texts.linkHint)}
          onDone={() => setLink(null)}
        />
      )}
    </>
  )
}

function InviteForm(props: { onClose: () => void; onToken: (token: string) => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('support')
  const [checked, setChecked] = useState(false)
  const invite = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const input = { name: name.trim(), email: email.trim(), role }
      props.onToken((await executeMutation(InviteStaffDocument, { input })).inviteStaff.token)
    },
  })
  const submit = () => {
    setChecked(true)
    if (name.trim() !== '' && email.includes('@')) invite.mutate()
  }
  return (
    <DialogForm
      submit={t(texts.invite)}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onCancel={props.onClose}
    >
      <DialogNote>{t(texts.inviteNote)}</DialogNote>
      <TextInput
        label={t(texts.name)}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
        value={name}
        error={checked && name.trim() === '' && t(texts.nameMissing)}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <TextInput
        label={t(texts.email)}
        type="email"
        maxLength={EMAIL_MAX}
        autoComplete="off"
        value={email}
        error={checked && !email.includes('@') && t(texts.emailMissing)}
        onChange={(change) => setEmail(change.currentTarget.value)}
      />
      <NativeSelect
        label={t(texts.role)}
        value={role}
        onChange={({ currentTarget: { value } }) =>
          setRole(ROLES.find((known) => known === value) ?? 'support')
        }
        data={ROLES.map((value) => ({ value, label: t(roles[value]) }))}
      />
    </DialogForm>
  )
}
