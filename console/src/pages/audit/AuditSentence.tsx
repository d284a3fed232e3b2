import { Link } from '@tanstack/react-router'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { actorName } from '../../lib/i18n/people/audit.ts'
import type { Text } from '../../lib/text.ts'
import type { Zone } from '../../lib/time/day.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import classes from './AuditPage.module.css'
import { changeText, namedChanges, type Change } from './changes.ts'
import { entrySentenceParts } from './sentences.ts'
import { TargetLink, targetName } from './TargetLink.tsx'
import { audit as texts } from './texts.ts'

/** The maximum number of changed values that a line of the list shows. */
const CHANGES_MAX = 4

/** One line of the audit log: the actor, the action and its target, and the values before and after the action. */
export function AuditSentence({ row }: { row: AuditFieldsFragment }) {
  const t = useText()
  const { before, after } = entrySentenceParts(row)
  return (
    <div className={classes.line}>
      <span className={classes.sentence}>
        <ActorLink row={row} />{' '}
        <Link
          to="/audit/$entryId"
          params={{ entryId: row.id }}
          className={classes.act}
          title={row.action}
          data-row-link
        >
          {t(before)}
        </Link>
        {after && (
          <>
            {' '}
            <TargetLink entry={row} before={before} />
            {t(after)}
          </>
        )}
      </span>
      <Changes row={row} />
      {row.reason !== null && <span className={classes.reason}>“{row.reason}”</span>}
    </div>
  )
}

/** Returns the sentence of an audit entry as plain text. */
export function sentenceText(row: AuditFieldsFragment, zone: Zone): Text {
  const { before, after } = entrySentenceParts(row)
  const [actor, target] = [actorName(row.actorName), targetName(row, zone, before)]
  const join = (n: 0 | 1) =>
    `${actor[n]} ${before[n]}${after === undefined ? '' : ` ${target[n]}${after[n]}`}`
  return [join(0), join(1)]
}

/** The actor. If the actor is a person, the name is a link to the page of the person. */
export function ActorLink({ row: { actor, actorName: name } }: { row: AuditFieldsFragment }) {
  const t = useText()
  const [kind, id] = actor.split(':', 2)
  if (kind !== 'staff' || id === undefined) return <strong>{t(actorName(name))}</strong>
  return (
    <Link to="/users/$staffId" params={{ staffId: id }}>
      {t(actorName(name))}
    </Link>
  )
}

/** Returns whether the sentence already contains the value, in the name of the target. */
function isInSentence({ field, after }: Change, { target, targetType }: AuditFieldsFragment): boolean {
  if (after === null) return false
  if (target) return after === target.name
  return field === (targetType === 'payout' ? 'amount_cents' : 'name')
}

function Changes({ row }: { row: AuditFieldsFragment }) {
  const t = useText()
  const { language, zone } = usePreferences()
  const changes = namedChanges(row.changes).filter((change) => !isInSentence(change, row))
  if (changes.length === 0) return null
  const more = changes.length - CHANGES_MAX
  return (
    <span className={classes.changes}>
      {changes.slice(0, CHANGES_MAX).map((change) => (
        <span key={change.field}>{t(changeText(change, { language, zone }))}</span>
      ))}
      {more > 0 && (
        <Link to="/audit/$entryId" params={{ entryId: row.id }}>
          {t(texts.moreChanges(more))}
        </Link>
      )}
    </span>
  )
}
