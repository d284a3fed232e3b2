import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { rolesPage, staff as texts, totpText } from './texts.ts'
import { useAction } from '../../api/action.ts'
import {
  EndStaffSessionDocument,
  StaffMemberDocument,
  type StaffMemberQuery,
} from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { gqlQuery } from '../../api/query.ts'
import { aboutSearch } from '../../lib/search/audit-search.ts'
import { sessions } from '../../lib/i18n/people/accounts.ts'
import { roles } from '../../lib/i18n/people/staff.ts'
import { AuditLink } from '../../shared/AuditLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { Identities } from '../../shared/Identities.tsx'
import { Sessions } from '../../shared/Sessions.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { When } from '../../ui/values/When.tsx'
import { AccessActions } from './AccessActions.tsx'
import { staffSessionsList } from './sessions.list.tsx'

const UnlinkForm = lazyForm(async () => (await import('./AccessForms.tsx')).UnlinkForm)

const route = getRouteApi('/app/users/$staffId')

export function UserPage() {
  const { staffId } = route.useParams()
  const query = useQuery(gqlQuery(StaffMemberDocument, { id: staffId }))
  return (
    <Loaded fullPage query={query} skeleton={<BlocksSkeleton heights={[60, 200, 200]} />}>
      {({ staffMember }) => <User member={staffMember} query={query} />}
    </Loaded>
  )
}

function User(props: {
  member: StaffMemberQuery['staffMember']
  query: ReturnType<typeof useQuery<StaffMemberQuery>>
}) {
  const t = useText()
  const { member } = props
  const endRefusal = useRefusal('staff.end_session')
  const unlinkRefusal = useRefusal('staff.unlink_identity')
  const end = useAction(EndStaffSessionDocument, {
    done: sessions.ended,
    notifyError: true,
  })
  return (
    <Page
      title={member.name}
      id={member.id}
      crumb={<Link to="/users">{t(texts.title)}</Link>}
      actions={<AccessActions member={member} />}
    >
      {member.disabledAt !== null && <Callout tone="warning" title={t(texts.inactive)} />}
      <Section title={t(texts.details)}>
        <DetailList
          items={[
            [t(texts.email), member.email],
            [
              t(texts.role),
              <span key="role">
                {t(roles[member.role])} · <Link to="/roles">{t(rolesPage.title)}</Link>
              </span>,
            ],
            [t(texts.state), t(member.disabledAt === null ? texts.active : texts.inactive)],
            [t(texts.totp), t(totpText(member))],
            [
              t(texts.lastSeen),
              member.lastSeenAt === null ? (
                t(texts.neverSeen)
              ) : (
                <When key="seen" at={member.lastSeenAt} relative />
              ),
            ],
            [t(texts.since), <When key="since" at={member.createdAt} precision="day" />],
            [t(texts.id), <CopyText key="id" text={member.id} name={t(texts.id)} />],
          ]}
        />
        <AuditLinks id={member.id} />
      </Section>
      {member.identities.length > 0 && (
        <Identities
          identities={member.identities}
          disabledReason={unlinkRefusal}
          form={(issuer, close) => <UnlinkForm staffId={member.id} issuer={issuer} onClose={close} />}
        />
      )}
      <Sessions
        aside={
          <ExportList
            size="xs"
            list={staffSessionsList}
            title={`${t(sessions.title)} ${member.name}`}
            filter={{ staffId: member.id }}
          />
        }
        source={{ rows: member.sessions, query: props.query }}
        disabledReason={endRefusal}
        busy={end.isPending}
        onEnd={(id) => end.mutate({ staffId: member.id, id })}
      />
    </Page>
  )
}

/** Links to the audit log: the actions of a person, and the actions on this person. */
function AuditLinks({ id }: { id: string }) {
  return (
    <p>
      <AuditLink merchantId={null} search={{ who: `staff:${id}` }}>
        {texts.didLink}
      </AuditLink>{' '}
      <AuditLink merchantId={null} search={aboutSearch([id])}>
        {texts.doneToLink}
      </AuditLink>
    </p>
  )
}
