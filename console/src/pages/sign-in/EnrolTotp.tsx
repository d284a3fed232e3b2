import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { account as texts } from './texts.ts'
import { beginTotp, confirmTotp, type TotpSecret } from '../../api/session.ts'
import { CurrentPassword } from './second-factor/CurrentPassword.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RecoveryCodes } from './second-factor/RecoveryCodes.tsx'
import { TotpSetup } from './second-factor/TotpSetup.tsx'

type Stage = { at: 'password' } | { at: 'offer'; offer: TotpSecret } | { at: 'codes'; codes: string[] }

/** The steps that enrol an authenticator app for the signed-in person: password, first code, recovery codes. */
export function EnrolTotp(props: { needed?: boolean; onDone: () => void; onCancel: () => void }) {
  const t = useText()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const begin = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => setStage({ at: 'offer', offer: await beginTotp(password) }),
  })
  const confirm = useMutation({
    gcTime: 0,
    mutationFn: async (code: string) => setStage({ at: 'codes', codes: await confirmTotp(code) }),
  })
  if (stage.at === 'codes') return <RecoveryCodes codes={stage.codes} onDone={props.onDone} />
  if (stage.at === 'offer') {
    return (
      <TotpSetup
        {...stage.offer}
        busy={confirm.isPending}
        error={confirm.error}
        onCode={confirm.mutateAsync}
        onCancel={props.onCancel}
      />
    )
  }
  return (
    <CurrentPassword
      hint={props.needed === true ? t(texts.enrolNeeded) : null}
      busy={begin.isPending}
      error={begin.error}
      onPassword={begin.mutateAsync}
      onCancel={props.onCancel}
    />
  )
}
