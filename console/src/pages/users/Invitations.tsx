import { useUnpagedList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { invitationsList } from './invitations.list.tsx'

/** The list of the invitations that were neither accepted nor withdrawn. */
export function Invitations() {
  return (
    <List
      list={invitationsList}
      source={useUnpagedList(invitationsList, {})}
      aside={<ExportList size="xs" list={invitationsList} filter={{}} />}
    />
  )
}
