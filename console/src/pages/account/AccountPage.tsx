import { Link } from '@tanstack/react-router'
import { account as texts } from './texts.ts'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { sessions } from '../../lib/i18n/people/accounts.ts'
import { useAction } from '../../api/action.ts'
import { EndMyOtherSessionsDocument, EndMySessionDocument } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { OwnName } from '../../shared/person/OwnName.tsx'
import { Sessions } from '../../shared/Sessions.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { mySessionsList } from './sessions.list.tsx'

const POLL_MS = 30_000

export function AccountPage() {
  const t = useText()
  const source = useUnpagedList(mySessionsList, {}, { pollMs: POLL_MS })
  const end = useAction(EndMySessionDocument, { done: sessions.ended, notifyError: true })
  const endOthers = useAction(EndMyOtherSessionsDocument, {
    done: texts.othersEnded,
    notifyError: true,
  })
  return (
    <Page
      title={t(texts.mine)}
      description={
        <>
          <OwnName />
          <br />
          {t(texts.description)}
          <br />
          <Link to="/account/preferences">{t(pageNames.preferences)}</Link> ·{' '}
          <Link to="/account/security">{t(pageNames.security)}</Link>
        </>
      }
    >
      <Sessions
        source={source}
        disabledReason={null}
        busy={end.isPending}
        onEnd={(id) => end.mutate({ id })}
        aside={
          <>
            <ExportList size="xs" list={mySessionsList} filter={{}} />
            <ActionButton
              size="xs"
              disabledReason={source.rows.length > 1 ? null : texts.noOthers}
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
