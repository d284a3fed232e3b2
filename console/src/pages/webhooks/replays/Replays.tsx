import type { EndpointFieldsFragment } from '../../../api/generated/graphql.ts'
import { ExportList } from '../../../shared/ExportList.tsx'
import { List, type ListSource } from '../../../ui/lists/List.tsx'
import { replaysList, type ReplayRow } from './replays.list.tsx'
import { StartReplay } from './StartReplay.tsx'

export const replaysOfEndpoint = replaysList(false)

/** The bulk replays of an endpoint, and a button that starts a new replay. */
export function Replays(props: { endpoint: EndpointFieldsFragment; source: ListSource<ReplayRow> }) {
  const { endpoint, source } = props
  const { merchantId, id: endpointId } = endpoint
  return (
    <List
      list={replaysOfEndpoint}
      source={source}
      aside={
        <>
          <ExportList size="xs" list={replaysOfEndpoint} filter={{ merchantId, endpointId }} />
          <StartReplay endpoint={endpoint} />
        </>
      }
    />
  )
}
