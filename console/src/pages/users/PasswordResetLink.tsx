import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { OfferStaffPasswordDocument, type MemberFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { meQuery } from '../../api/session.ts'
import { staff as texts } from '../../lib/i18n/people/staff.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'

type Member = MemberFieldsFragment

/** Creates a one-time link that sets a new password, and shows it once. */
export function PasswordResetLink({ member }: { member: Member }) {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  const offerRefusal = useRefusal('staff.offer_password')
  const isOut = member.disabledAt === null ? null : texts.inactive
  // Keep the link in this component only, neither in the query cache nor in the URL.
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
          <OfferForm
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

function OfferForm(props: { member: Member; onClose: () => void; onToken: (token: string) => void }) {
  const t = useText()
  const offer = useAction(OfferStaffPasswordDocument, {
    onDone: ({ offerStaffPassword }) => props.onToken(offerStaffPassword.token),
  })
  return (
    <ReasonForm
      submit={t(texts.makeLink)}
      busy={offer.isPending}
      error={offer.error}
      onSubmit={(reason) => offer.mutate({ id: props.member.id, reason })}
      onCancel={props.onClose}
    >
      {t(texts.offerPasswordBody)}
    </ReasonForm>
  )
}
