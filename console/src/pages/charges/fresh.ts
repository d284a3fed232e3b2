import { useQuery, type InfiniteData } from '@tanstack/react-query'
import { ChargesDocument, type ChargeFilter, type ChargeRowFragment } from '../../api/generated/graphql.ts'
import { q, type PageOf } from '../../api/query.ts'
import { charges as texts } from '../../lib/i18n/charges.ts'
import type { Text } from '../../lib/i18n/text.ts'
import { PAGE_SIZE } from './charges.query.ts'

const POLL_MS = 5000

type Row = ChargeRowFragment
type Pages = {
  data: InfiniteData<PageOf<Row>> | undefined
  isPlaceholderData: boolean
  isRefetching: boolean
  refetch: () => Promise<unknown>
}

/**
 * Keeps a list true without moving it under its reader: rows that are shown take their newest state in place, and
 * rows that came since are only counted until they are asked for.
 */
export function useFresh(
  filter: ChargeFilter,
  list: Pages,
): { rows: Row[]; fresh: Text | null; showFresh: () => void } {
  const { data: newest, refetch: refetchNewest } = useQuery({
    ...q(ChargesDocument, { filter, first: PAGE_SIZE, after: null }),
    refetchInterval: POLL_MS,
    enabled: list.data !== undefined && !list.isPlaceholderData && !list.isRefetching,
  })
  const shown = list.data?.pages.flatMap(({ nodes }) => nodes) ?? []
  const latest = new Map((newest?.charges.nodes ?? []).map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  const since = shown[0]?.createdAt ?? ''
  const count = [...latest.values()].filter(
    ({ id, createdAt }) => !known.has(id) && createdAt >= since,
  ).length
  return {
    rows: shown.map((row) => latest.get(row.id) ?? row),
    fresh:
      count === 0 || list.isRefetching
        ? null
        : count >= PAGE_SIZE
          ? texts.freshMany(PAGE_SIZE)
          : texts.fresh(count),
    showFresh: () => {
      void list.refetch().then(() => refetchNewest())
      window.scrollTo({ top: 0 })
    },
  }
}
