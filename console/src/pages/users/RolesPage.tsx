import { Link } from '@tanstack/react-router'
import { staff, rolesPage as texts } from './texts.ts'
import { useUnpagedList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { rolesList } from './roles.list.tsx'

export function RolesPage() {
  const t = useText()
  const source = useUnpagedList(rolesList, {}, { staleTime: 'static' })
  return (
    <Page
      title={t(texts.title)}
      crumb={<Link to="/users">{t(staff.title)}</Link>}
      description={t(texts.description)}
      actions={<ExportList list={rolesList} filter={{}} />}
    >
      <List list={rolesList} source={source} />
    </Page>
  )
}
