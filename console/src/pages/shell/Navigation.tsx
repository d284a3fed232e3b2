import {
  IconApi,
  IconBuildingBank,
  IconBuildingStore,
  IconChecklist,
  IconFileText,
  IconHome,
  IconGavel,
  IconHistory,
  IconKey,
  IconQrcode,
  IconScale,
  IconTruckDelivery,
  IconUsers,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { shell } from './texts.ts'
import { meQuery } from '../../api/session.ts'
import { canOpen, navPathOf, type NavPath } from '../../lib/access.ts'
import { hasTestPage, isTestEnvironment } from '../../lib/environment.ts'
import type { Text } from '../../lib/text.ts'
import { useText } from '../../ui/preferences.tsx'
import classes from './Navigation.module.css'

/** A navigation link. Only people who may open the page of the link see the link. */
export type NavItem = { to: NavPath; name: Text; icon: Icon }

const GROUPS: readonly { name: Text; items: readonly NavItem[] }[] = [
  {
    name: shell.operation,
    items: [
      { to: '/', name: shell.home, icon: IconHome },
      { to: '/charges', name: pageNames.charges, icon: IconQrcode },
      { to: '/cases', name: pageNames.cases, icon: IconGavel },
    ],
  },
  {
    name: shell.finance,
    items: [
      { to: '/balance', name: pageNames.balance, icon: IconScale },
      { to: '/payouts', name: pageNames.payouts, icon: IconTruckDelivery },
      { to: '/reconciliation', name: pageNames.reconciliation, icon: IconChecklist },
      { to: '/statement', name: pageNames.statement, icon: IconFileText },
    ],
  },
  {
    name: shell.integration,
    items: [
      { to: '/merchants', name: shell.merchants, icon: IconBuildingStore },
      { to: '/webhooks', name: pageNames.webhooks, icon: IconWebhook },
      { to: '/api-keys', name: pageNames.apiKeys, icon: IconKey },
      { to: '/pix-accounts', name: shell.pixAccounts, icon: IconBuildingBank },
      { to: '/requests', name: shell.requests, icon: IconApi },
    ],
  },
  {
    name: shell.access,
    items: [
      { to: '/users', name: shell.people, icon: IconUsers },
      { to: '/audit', name: shell.audit, icon: IconHistory },
    ],
  },
]

/** The links of every page, without regard to permissions. */
export const NAV_ITEMS: readonly NavItem[] = GROUPS.flatMap(({ items }) => items)

/** Returns the navigation links of the environment that the page shows. */
export const shownNavItems = (): NavItem[] =>
  NAV_ITEMS.filter(({ to }) => !isTestEnvironment() || hasTestPage(to))

/** Returns the navigation links for which the signed-in person has permission. */
export function useAllowedNavItems(): NavItem[] {
  const { data: me } = useQuery(meQuery)
  return shownNavItems().filter(({ to }) => me != null && canOpen(me, to))
}

/** Returns the link of the page at a path; undefined for a page without a link in this environment. */
export function pageOfPath(path: string): NavItem | undefined {
  const page = navPathOf(path)
  return shownNavItems().find(({ to }) => to === page)
}

/** Returns the page at a path if the signed-in person may not open the page; otherwise undefined. */
export function useForbiddenPage(path: string): NavItem | undefined {
  const { data: me } = useQuery(meQuery)
  return me == null || canOpen(me, path) ? undefined : pageOfPath(path)
}

export function Navigation() {
  const t = useText()
  const allowed = useAllowedNavItems()
  const groups = GROUPS.map(({ name, items }) => ({
    name,
    items: items.filter((item) => allowed.includes(item)),
  })).filter(({ items }) => items.length > 0)
  return (
    <nav aria-label={t(shell.navigation)} className={classes.nav}>
      {groups.map(({ name, items }) => (
        <div key={name[0]} role="group" aria-label={t(name)}>
          <div className={classes.group} aria-hidden>
            {t(name)}
          </div>
          {items.map(({ to, name: itemName, icon: IconComponent }) => (
            <Link
              key={to}
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' }}
            >
              <IconComponent size={18} stroke={1.75} aria-hidden />
              {t(itemName)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
