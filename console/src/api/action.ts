import { useMutation } from '@tanstack/react-query'
import type { Text } from '../lib/text.ts'
import { isSignedOut } from '../lib/problem.ts'
import { useProblemText } from '../ui/dialogs/Form.tsx'
import { useNotice } from '../ui/notices.ts'
import { useText } from '../ui/preferences.tsx'
import { executeMutation } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

interface Options<Result> {
  /** The text of the notification after the mutation has succeeded. */
  done?: Text
  onDone?: (result: Result) => void
  /** Shows an error as a notification. Set this option if no form shows the error. */
  notifyError?: true
}

/**
 * Returns a mutation that passes the result to `onDone`, then shows `done` as a notification. The query client does not
 * cache the result.
 */
export function useAction<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  options: Options<Result>,
) {
  const t = useText()
  const notify = useNotice()
  const problemText = useProblemText()
  return useMutation({
    gcTime: 0,
    mutationFn: (variables: Variables) => executeMutation(document, variables),
    onSuccess: (result) => {
      options.onDone?.(result)
      if (options.done) notify(t(options.done))
    },
    onError: (error) => {
      if (options.notifyError && !isSignedOut(error)) notify(problemText(error), 'failed')
    },
  })
}
