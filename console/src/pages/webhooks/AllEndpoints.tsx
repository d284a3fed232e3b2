import { useNavigate } from '@tanstack/react-router'
import { webhooks as texts } from './texts.ts'
import { useList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { fleetList } from './fleet.list.tsx'
import { ReplaysLink } from './replays/ReplaysLink.tsx'

/** The endpoints of all merchants. */
export function AllEndpoints() {
  const t = useText()
  const navigate = useNavigate()
  const source = useList(fleetList, {})
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.fleetDescription)}
      actions={
        <>
          <ReplaysLink />
          <ExportList list={fleetList} filter={{}} />
        </>
      }
    >
      <List
        list={fleetList}
        source={source}
        onOpen={({ id, merchantId: of }) =>
          void navigate({
            to: '/webhooks/$endpointId',
            params: { endpointId: id },
            search: { of },
          })
        }
      />
    </Page>
  )
}
