import { Link } from '@tanstack/react-router'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { replays as texts } from './texts.ts'
import type { ReplayFieldsFragment } from '../../../api/generated/graphql.ts'
import { useText } from '../../../ui/preferences.tsx'
import { useLiveReplay } from './replays.list.tsx'

/** The id of the element with the list of replays, to which the link of `RunningReplay` scrolls. */
export const REPLAYS_ID = 'replays'

/** The progress of a running bulk replay as a link to the list of replays. Renders nothing if no replay is running. */
export function RunningReplay({ rows }: { rows: readonly ReplayFieldsFragment[] }) {
  const running = rows.find(({ status }) => status === 'running')
  return running === undefined ? null : <ReplayLink row={running} />
}

function ReplayLink({ row }: { row: ReplayFieldsFragment }) {
  const t = useText()
  const { status, done, failed, matched } = useLiveReplay(row)
  if (status !== 'running') return null
  return (
    <Link to="." search hash={REPLAYS_ID}>
      {t(pageNames.replays)}: {t(texts.told(done + failed, matched))}
    </Link>
  )
}
