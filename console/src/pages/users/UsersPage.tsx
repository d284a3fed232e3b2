import { Link, useNavigate } from '@tanstack/react-router'
import { staff as texts, rolesPage } from './texts.ts'
import { useUnpagedList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Invitations } from './Invitations.tsx'
import { Invite } from './Invite.tsx'
import { membersList } from './members.list.tsx'

export function UsersPage() {
  const t = useText()
  const navigate = useNavigate()
  const source = useUnpagedList(membersList, {})
  return (
    <Page
      title={t(texts.title)}
      description={
        <>
          {t(texts.description)} <Link to="/roles">{t(rolesPage.title)}</Link>
        </>
      }
      actions={
        <>
          <ExportList list={membersList} filter={{}} />
          <Invite />
        </>
      }
    >
      <List
        list={membersList}
        source={source}
        onOpen={({ id }) => void navigate({ to: '/users/$staffId', params: { staffId: id } })}
      />
      <Invitations />
    </Page>
  )
}
