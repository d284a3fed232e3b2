import { useMutation } from '@tanstack/react-query'
import type { Question } from '../../api/ask.ts'
import { stepUp } from '../../api/session.ts'
import { account as texts } from '../../lib/i18n/account.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Enrol } from './Enrol.tsx'

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
