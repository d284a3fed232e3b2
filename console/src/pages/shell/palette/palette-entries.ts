import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { common } from '../../../lib/i18n/common.ts'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { find as texts, hitKind, shell } from '../texts.ts'
import { SearchDocument, type SearchQuery } from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { meQuery } from '../../../api/session.ts'
import { can, createKeyPermission, PAGE_PERMISSION, type Permission } from '../../../lib/access.ts'
import { allResultsFilter } from './search-text.ts'
import { hrefOf, isTestEnvironment } from '../../../lib/environment.ts'
import { hitWords, isCut } from './hit-words.ts'
import type { Text } from '../../../lib/text.ts'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { shownNavItems } from '../Navigation.tsx'

type Hit = SearchQuery['search'][number]

export type PaletteEntry = { id: string; kind: string; title: string; detail: string; go: () => void }

/** An action that the palette offers on every page. The action opens a page together with one of its dialogs. */
type Action = {
  name: Text
  /** Other words by which a person can find the action. */
  synonyms: Text
  permission: Permission
  go: (navigate: ReturnType<typeof useNavigate>) => unknown
}

const RECENTS_MAX = 5

const ACTIONS: readonly Action[] = [
  {
    name: texts.newKey,
    synonyms: texts.newKeySynonyms,
    permission: createKeyPermission(),
    go: (navigate) => navigate({ to: '/api-keys', search: { do: 'create' } }),
  },
  {
    name: texts.recordPayout,
    synonyms: texts.recordPayoutSynonyms,
    permission: 'payout.record',
    go: (navigate) => navigate({ to: '/payouts', search: { do: 'record' } }),
  },
  {
    name: texts.registerEndpoint,
    synonyms: texts.registerEndpointSynonyms,
    permission: 'webhook_endpoint.create',
    go: (navigate) => navigate({ to: '/webhooks', search: { do: 'register' } }),
  },
  {
    name: texts.invite,
    synonyms: texts.inviteSynonyms,
    permission: 'staff.invite',
    go: (navigate) => navigate({ to: '/users', search: { do: 'invite' } }),
  },
]

/** Pages without a navigation link. Everybody may open a page whose permission is `null`. */
const OTHER_PAGES = [
  { to: '/webhooks/replays', name: pageNames.replays, permission: 'webhook_delivery.read' },
  { to: '/account/preferences', name: pageNames.preferences, permission: null },
  { to: '/account/security', name: pageNames.security, permission: null },
  { to: '/account', name: shell.myAccount, permission: null },
] as const

/** Removes accents: `acao` finds `Ação`. */
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns whether the text contains every typed word, ignoring case and accents. */
const hasWords = (text: string, typed: string): boolean =>
  withoutAccents(typed)
    .split(/\s+/)
    .every((word) => withoutAccents(text).includes(word))

/** Adds the chosen merchant to the path of a record, so that opening the record does not change the choice. */
function withMerchant(path: string, merchant: string | undefined): string {
  const { pathname, searchParams } = new URL(path, 'https://console.invalid')
  if (merchant !== undefined && !searchParams.has('merchant')) searchParams.set('merchant', merchant)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
}

const recentsKey = (staffId: string | undefined) => ['Recents', staffId] as const

/**
 * The search results that this person has opened recently. The console keeps these results only in memory, because they
 * may contain the name of a payer.
 */
function useRecents() {
  const client = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const queryKey = recentsKey(me?.id)
  const { data: recents } = useQuery<Hit[]>({
    queryKey,
    queryFn: () => [],
    initialData: [],
    staleTime: 'static',
    gcTime: Infinity,
  })
  const add = (hit: Hit) => {
    const others = recents.filter(({ path }) => path !== hit.path)
    client.setQueryData(queryKey, [hit, ...others].slice(0, RECENTS_MAX))
  }
  return { recents, add }
}

/** Returns the actions and pages whose name or synonyms contain the typed words. */
function usePageEntries(typed: string): PaletteEntry[] {
  const t = useText()
  const router = useRouter()
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  if (me == null) return []
  const replay: Action = {
    name: texts.replay,
    synonyms: texts.replaySynonyms,
    permission: 'webhook_delivery.replay_bulk',
    go: () =>
      /^\/webhooks\/(?!replays$)./.test(router.state.location.pathname)
        ? navigate({ to: '.', search: (search) => ({ ...search, do: 'replay' }) })
        : navigate({ to: '/webhooks' }),
  }
  const lines = [
    ...[...ACTIONS, replay].map((action) => ({
      ...action,
      kind: texts.action,
      go: () => action.go(navigate),
    })),
    ...[
      ...shownNavItems().map((item) => ({ ...item, permission: PAGE_PERMISSION[item.to] })),
      ...OTHER_PAGES,
    ].map(({ to, ...place }) => ({
      ...place,
      synonyms: null,
      kind: texts.page,
      go: () => navigate({ to }),
    })),
  ]
  return lines
    .filter(({ permission }) => (permission === null ? !isTestEnvironment() : can(me, permission)))
    .filter(({ name, synonyms }) => hasWords(`${t(name)} ${synonyms === null ? '' : t(synonyms)}`, typed))
    .map(({ name, kind, go }) => ({
      id: name[1],
      kind: t(kind),
      title: t(name),
      detail: '',
      go: () => void go(),
    }))
}

/**
 * Returns the entries of the palette. If nothing is typed, the entries are recent results, actions and pages. Otherwise
 * the entries are search results, a link to all matching charges, and matching actions and pages. `text` is `typed`
 * after the debounce delay.
 */
export function usePaletteEntries(typed: string, text: string) {
  const t = useText()
  const { language } = usePreferences()
  const router = useRouter()
  const navigate = useNavigate()
  const { recents, add } = useRecents()
  const pageEntries = usePageEntries(typed)
  const query = useQuery({
    ...gqlQuery(SearchDocument, { text }),
    enabled: text !== '' && typed !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const found = typed === '' || text === '' ? [] : (query.data?.search ?? [])
  const settled = text === typed && !query.isFetching
  const entry = (hit: Hit): PaletteEntry => {
    const { title, details } = hitWords(hit, language)
    return {
      id: `${hit.kind} ${hit.id}`,
      kind: t(hitKind[hit.kind]),
      title,
      detail: [...details, ...(hit.kind === 'merchant' ? [] : [hit.merchant.name])].join(' · '),
      go: () => {
        add(hit)
        router.history.push(hrefOf(withMerchant(hit.path, router.state.location.search.merchant)))
      },
    }
  }
  const filters = allResultsFilter(
    text,
    found.filter(({ kind }) => kind === 'charge'),
  )
  const allResults: PaletteEntry[] =
    filters === null || !settled
      ? []
      : [
          {
            id: 'all',
            kind: t(texts.all),
            title: t(texts.allIn(text)),
            detail: isTestEnvironment() ? '' : t(common.allMerchants),
            go: () => void navigate({ to: '/charges', search: { merchant: 'all', ...filters } }),
          },
        ]
  const hits = typed === '' ? recents.map(entry) : found.map(entry)
  return { query, settled, cut: isCut(found), entries: [...hits, ...allResults, ...pageEntries] }
}
