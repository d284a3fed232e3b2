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
import { Link, type LinkProps } from '@tanstack/react-router'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { shell } from './texts.ts'
import { meQuery } from '../../api/session.ts'
import { can, type Permission } from '../../lib/access.ts'
import { hasTestPage, isTestEnvironment } from '../../lib/environment.ts'
import type { Text } from '../../lib/text.ts'
import { useText } from '../../ui/preferences.tsx'
import classes from './Navigation.module.css'

/** A navigation link. Only people with the permission of the link see the link. */
export type NavItem = { to: NonNullable<LinkProps['to']>; name: Text; icon: Icon; permission: Permission }

const GROUPS: readonly { name: Text; items: readonly NavItem[] }[] = [
  {
    name: shell.operation,
    items: [
      { to: '/', name: shell.home, icon: IconHome, permission: 'charge.read' },
      { to: '/charges', name: pageNames.charges, icon: IconQrcode, permission: 'charge.read' },
      { to: '/cases', name: pageNames.cases, icon: IconGavel, permission: 'case.read' },
    ],
  },
  {
    name: shell.finance,
    items: [
      { to: '/balance', name: pageNames.balance, icon: IconScale, permission: 'balance.read' },
      { to: '/payouts', name: pageNames.payouts, icon: IconTruckDelivery, permission: 'payout.read' },
      {
        to: '/reconciliation',
        name: pageNames.reconciliation,
        icon: IconChecklist,
        permission: 'reconciliation.read',
      },
      { to: '/statement', name: pageNames.statement, icon: IconFileText, permission: 'statement.read' },
    ],
  },
  {
    name: shell.integration,
    items: [
      { to: '/merchants', name: shell.merchants, icon: IconBuildingStore, permission: 'merchant.read' },
      { to: '/webhooks', name: pageNames.webhooks, icon: IconWebhook, permission: 'webhook_endpoint.read' },
      { to: '/api-keys', name: pageNames.apiKeys, icon: IconKey, permission: 'api_key.read' },
      {
        to: '/pix-accounts',
        name: shell.pixAccounts,
        icon: IconBuildingBank,
        permission: 'pix_account.read',
      },
      { to: '/requests', name: shell.requests, icon: IconApi, permission: 'request.read' },
    ],
  },
  {
    name: shell.access,
    items: [
      { to: '/users', name: shell.people, icon: IconUsers, permission: 'staff.read' },
      { to: '/audit', name: shell.audit, icon: IconHistory, permission: 'audit.read' },
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
  return shownNavItems().filter(({ permission }) => me != null && can(me, permission))
}

/** Returns the page at a path if the signed-in person may not open the page; otherwise undefined. */
export function useForbiddenPage(path: string): NavItem | undefined {
  const { data: me } = useQuery(meQuery)
  if (me == null) return undefined
  const first = path.split('/')[1]
  // The page of the roles has no link in the navigation and needs the permission of the page of people.
  const to = first === 'roles' ? '/users' : `/${first}`
  return shownNavItems().find((item) => item.to === to && !can(me, item.permission))
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
