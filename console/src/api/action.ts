import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { common } from '../lib/i18n/common.ts'
import type { Text } from '../lib/i18n/text.ts'
import { useText } from '../ui/preferences.tsx'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

/**
 * Sends one change. When it is made, says so in `done`, hands its answer to `onDone`, and asks again for the queries
 * named in `stale`. The answer is kept nowhere.
 */
export function useAction<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  options: { stale: readonly string[]; done?: Text; onDone?: (result: Result) => void },
) {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (variables: Variables) => execute(document, variables),
    onSuccess: async (result: Result) => {
      options.onDone?.(result)
      if (options.done)
        notifications.show({
          closeButtonProps: { 'aria-label': t(common.close) },
          message: t(options.done),
          color: 'jade',
        })
      await Promise.all(options.stale.map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
  })
}
