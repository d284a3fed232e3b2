import { useAction } from '../../api/action.ts'
import {
  EndMyOtherSessionsDocument,
  EndMySessionDocument,
  MySessionsDocument,
} from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { sessions as texts } from '../../lib/i18n/people/staff.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Sessions } from '../../shared/Sessions.tsx'
import { ActionButton } from '../../ui/dialogs/Dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'

const POLL_MS = 30_000

/** The sessions of the signed-in person. */
export function AccountPage() {
  const t = useText()
  const list = useUnpagedList(MySessionsDocument, {}, ({ mySessions }) => mySessions, POLL_MS)
  const end = useAction(EndMySessionDocument, { done: texts.ended, notifyError: true })
  const endOthers = useAction(EndMyOtherSessionsDocument, {
    done: texts.othersEnded,
    notifyError: true,
  })
  return (
    <Page title={t(texts.mine)} description={t(texts.description)}>
      <Sessions
        list={list}
        disabledReason={null}
        busy={end.isPending}
        onEnd={(id) => end.mutate({ id })}
        aside={
          <>
            <ExportList size="xs" list="own-sessions" title={t(texts.title)} filter={{}} />
            <ActionButton
              size="xs"
              disabledReason={list.rows.length > 1 ? null : texts.noOthers}
              busy={endOthers.isPending}
              onClick={() => endOthers.mutate({})}
            >
              {t(texts.endOthers)}
            </ActionButton>
          </>
        }
      />
    </Page>
  )
}
