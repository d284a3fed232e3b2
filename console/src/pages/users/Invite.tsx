import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { staff as texts } from './texts.ts'
import { useRefusal } from '../../api/me.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'

const InviteForm = lazyForm(async () => (await import('./InviteForm.tsx')).InviteForm)

/** Button and dialog that invite a person. Shows the link of the invitation once. */
export function Invite() {
  const t = useText()
  const inviteRefusal = useRefusal('staff.invite')
  const disclosure = useDialogFromUrl('invite', inviteRefusal === null)
  // Keep the link only in this component, not in the query cache or the URL.
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
