import { useMutation } from '@tanstack/react-query'
import type { Question } from '../../api/ask.ts'
import { isProvedByNow, stepUp } from '../../api/session.ts'
import { account as texts } from '../../lib/i18n/account.ts'
import { provider } from '../../lib/i18n/provider.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { DialogNote } from '../../ui/Dialog.tsx'
import { FormActions } from '../../ui/Form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { InAnotherTab } from './AtProvider.tsx'
import { Enrol } from './Enrol.tsx'

/** Has the person prove who they are, in the way that the server asked for. */
export function StepUp({ question }: { question: Question }) {
  if (question.reason === 'enrolment_needed')
    return <Enrol onDone={() => question.settle(true)} onCancel={() => question.settle(false)} needed />
  if (question.reason === 'provider_needed') return <ProveAtProvider question={question} />
  return <GiveCode question={question} />
}

function ProveAtProvider({ question }: { question: Question }) {
  const t = useText()
  return (
    <>
      <DialogNote>{`${t(texts.stepUpHint)} ${t(provider.proveHint)}`}</DialogNote>
      <FormActions onCancel={() => question.settle(false)}>
        <InAnotherTab
          href="/oidc/step-up"
          label={t(provider.prove)}
          look={isProvedByNow}
          onFound={() => question.settle(true)}
        />
      </FormActions>
    </>
  )
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
