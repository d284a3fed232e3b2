import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staff as texts } from './texts.ts'
import type { MemberFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { meQuery } from '../../api/session.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'

type Member = MemberFieldsFragment

const PasswordLinkForm = lazyForm(async () => (await import('./AccessForms.tsx')).PasswordLinkForm)

/** Button and dialog that create a one-time link to set a new password. Shows the link once. */
export function PasswordResetLink({ member }: { member: Member }) {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  const offerRefusal = useRefusal('staff.offer_password')
  const isOut = member.disabledAt === null ? null : texts.inactive
  // Keep the link only in this component, not in the query cache or the URL.
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <ActionDialog
        icon={IconKey}
        label={t(texts.offerPassword)}
        title={t(texts.offerPassword)}
        disabledReason={offerRefusal ?? (me?.id === member.id ? texts.ownPassword : isOut)}
      >
        {(close) => (
          <PasswordLinkForm
            member={member}
            onClose={close}
            onToken={(token) => {
              close()
              // The token is in the fragment, which browsers do not send to servers.
              setLink(`${window.location.origin}/new-password#${token}`)
            }}
          />
        )}
      </ActionDialog>
      {link !== null && (
        <SecretModal
          secret={link}
          title={t(texts.passwordLinkTitle)}
          label={t(texts.passwordLinkLabel)}
          hint={t(texts.passwordLinkHint)}
          onDone={() => setLink(null)}
        />
      )}
    </>
  )
}
