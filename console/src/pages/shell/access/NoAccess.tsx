import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../../../api/session.ts'
import { PAGE_PERMISSION } from '../../../lib/access.ts'
import { outcomes } from '../../../lib/i18n/common.ts'
import { roles } from '../../../lib/i18n/people/staff.ts'
import { named } from '../../../lib/i18n/people/audit.ts'
import { EmptyMessage } from '../../../ui/lists/EmptyMessage.tsx'
import { Card, Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import type { NavItem } from '../Navigation.tsx'
import { ROLES_WITH } from './page-roles.ts'
import { noAccess as texts } from './texts.ts'

/** Replaces a page that the person's role may not open. Names the roles that may open the page. */
export function NoAccess({ page }: { page: NavItem }) {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  const allowed = ROLES_WITH[PAGE_PERMISSION[page.to]] ?? []
  return (
    <Page title={t(outcomes.notAllowedTitle)} heading={null}>
      <Card flush>
        <EmptyMessage
          fullPage
          icon={IconLock}
          title={t(outcomes.notAllowedTitle)}
          action={<Link to="/">{t(texts.toHome)}</Link>}
        >
          {t(
            texts.roles(
              page.name,
              allowed.map((role) => roles[role]),
            ),
          )}{' '}
          {me != null && t(texts.own(named(roles, me.role)))}
        </EmptyMessage>
      </Card>
    </Page>
  )
}

/** Says beside a refusal of the server which roles may open the page and which role the person has. */
export function AccessHelp({ page }: { page: NavItem | undefined }) {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  const allowed = page ? (ROLES_WITH[PAGE_PERMISSION[page.to]] ?? []) : []
  return (
    <>
      <MutedText>
        {page &&
          t(
            texts.roles(
              page.name,
              allowed.map((role) => roles[role]),
            ),
          )}{' '}
        {me != null && t(texts.role(named(roles, me.role)))}
      </MutedText>
      <Link to="/">{t(texts.toHome)}</Link>
    </>
  )
}
