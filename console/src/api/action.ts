import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Text } from '../lib/text.ts'
import { IdempotentRequest } from '../lib/idempotent-request.ts'
import { isSignedOut } from '../lib/problem.ts'
import { useProblemText } from '../ui/dialogs/Form.tsx'
import { useNotice } from '../ui/notices.ts'
import { useText } from '../ui/preferences.tsx'
import { executeMutation } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

interface Options<Result> {
  /** Text of the notice after a success. */
  done?: Text
  onDone?: (result: Result) => void
  /** Shows an error in a notice. Set it where no form shows the error. */
  notifyError?: true
}

/** Returns a mutation that calls `onDone` with the result, then shows the notice `done`. The result is not cached. */
export function useAction<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  options: Options<Result>,
) {
  return useSend((variables: Variables) => executeMutation(document, variables), options)
}

/**
 * Returns a mutation with an idempotency key; otherwise like `useAction`.
 * `submit` takes a function that builds the variables for a new key, or returns null to send nothing. While
 * the outcome of an earlier attempt is unknown, that request is `uncertain` and `submit` repeats it instead.
 */
export function useIdempotentAction<Result, Variables extends { idempotencyKey: string }>(
  document: TypedDocumentString<Result, Variables>,
  options: Options<Result>,
) {
  const [request] = useState(() => new IdempotentRequest<Variables>())
  const { mutate, ...action } = useSend(
    (variables: Variables) => request.settle(variables, executeMutation(document, variables)),
    options,
  )
  const submit = (make: (idempotencyKey: string) => Variables | null): void => {
    const variables = request.prepare(make)
    if (variables !== null) mutate(variables)
  }
  return { ...action, submit, uncertain: request.uncertain }
}

function useSend<Result, Input>(send: (input: Input) => Promise<Result>, options: Options<Result>) {
  const t = useText()
  const notify = useNotice()
  const problemText = useProblemText()
  return useMutation({
    gcTime: 0,
    mutationFn: send,
    onSuccess: (result) => {
      options.onDone?.(result)
      if (options.done) notify(t(options.done))
    },
    onError: (error) => {
      if (options.notifyError && !isSignedOut(error)) notify(problemText(error), 'failed')
    },
  })
}
