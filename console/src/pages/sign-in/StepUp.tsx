import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Question } from '../../api/ask.ts'
import { beginTotp, confirmTotp, stepUp, type Offer } from '../../api/session.ts'
import { account as texts } from '../../lib/i18n/account.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { CurrentPassword } from '../../ui/CurrentPassword.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RecoveryCodes } from '../../ui/RecoveryCodes.tsx'
import { TotpOffer } from '../../ui/TotpOffer.tsx'

/** Has the person prove who they are, in the way that the server asked for. */
export function StepUp({ question }: { question: Question }) {
  if (question.reason === 'enrolment_needed')
    return <Enrol onDone={() => question.settle(true)} onCancel={() => question.settle(false)} needed />
  return <GiveCode question={question} />
}

function GiveCode({ question }: { question: Question }) {
  const t = useText()
  const prove = useMutation({ gcTime: 0, mutationFn: stepUp, onSuccess: () => question.settle(true) })
  return (
    <CodeForm
      hint={`${t(texts.stepUpHint)} ${t(texts.codeHint)}`}
      submit={t(texts.confirm)}
      busy={prove.isPending}
      error={prove.error}
      onCode={prove.mutateAsync}
      onCancel={() => question.settle(false)}
    />
  )
}

type Stage = { at: 'password' } | { at: 'offer'; offer: Offer } | { at: 'codes'; codes: string[] }

/** Enrols an app for somebody who is signed in: the password, the app's first code, the recovery codes. */
function Enrol(props: { needed?: boolean; onDone: () => void; onCancel: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const begin = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => setStage({ at: 'offer', offer: await beginTotp(password) }),
  })
  const confirm = useMutation({
    gcTime: 0,
    mutationFn: async (code: string) => setStage({ at: 'codes', codes: await confirmTotp(code) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['AccountSecurity'] }),
  })
  if (stage.at === 'codes') return <RecoveryCodes codes={stage.codes} onDone={props.onDone} />
  if (stage.at === 'offer') {
    return (
      <TotpOffer
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
