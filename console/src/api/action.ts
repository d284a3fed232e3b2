import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Text } from '../lib/i18n/text.ts'
import { isSignedOut } from '../lib/problem.ts'
import { useProblemText } from '../ui/Form.tsx'
import { useNotice } from '../ui/notices.ts'
import { useText } from '../ui/preferences.tsx'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

/** What is asked for again once money of a merchant has moved, or something that holds its payouts back has changed. */
export const MONEY_MOVED = [
  'Balance',
  'BalanceAt',
  'BalanceHistory',
  'PayoutRoom',
  'Statement',
  'Merchant',
  'MerchantList',
  'DebtWriteOffs',
  'Home',
] as const

/**
 * Sends one change. When it is made, says so in `done`, hands its answer to `onDone`, and asks again for the queries
 * named in `stale`. The answer is kept nowhere. `alone`: no form stands around its button to show why it failed, so that
 * is told, too.
 */
export function useAction<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  options: { stale: readonly string[]; done?: Text; onDone?: (result: Result) => void; alone?: true },
) {
  const t = useText()
  const tell = useNotice()
  const problemText = useProblemText()
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (variables: Variables) => execute(document, variables),
    onSuccess: async (result: Result) => {
      options.onDone?.(result)
      if (options.done) tell(t(options.done))
      await Promise.all(options.stale.map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
    onError: (error) => {
      if (options.alone && !isSignedOut(error)) tell(problemText(error), 'failed')
    },
  })
}
