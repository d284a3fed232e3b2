import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { OtherMerchantsDocument, type AttentionKind } from '../../api/generated/graphql.ts'
import { ALL_MERCHANTS, useMerchantChoice } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { isTestEnvironment } from '../../lib/environment.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { attentionKind } from './attention-kind.ts'
import { otherMerchants as texts } from './other-merchants-texts.ts'

const POLL_MS = 15_000

const KINDS = {
  exceptions: ['difference'],
  endpoints: ['endpoint_disabled', 'endpoint_paused', 'endpoint_failing'],
} as const satisfies Record<string, readonly AttentionKind[]>

const TITLE = { exceptions: texts.haveExceptions, endpoints: texts.haveFailingEndpoints } as const

/**
 * Says on the page of one chosen merchant how many other merchants need attention, and names the first of them. Links
 * to the page of each named merchant and of all merchants, and says which kinds of records need attention. Renders
 * nothing if no other merchant needs attention. With `about`, only records of these kinds count, and the title names
 * these kinds.
 */
export function OtherMerchants(props: { about?: keyof typeof KINDS }) {
  const { about } = props
  const kinds = about && KINDS[about]
  const t = useText()
  const choice = useMerchantChoice()
  const { data } = useQuery({
    ...gqlQuery(OtherMerchantsDocument, { than: choice ?? '', kinds: kinds ? [...kinds] : null }),
    enabled: choice !== null && !isTestEnvironment(),
    refetchInterval: POLL_MS,
  })
  if (choice === null || data === undefined) return null
  const { count, records, first } = data.otherMerchantsWithAttention
  if (count === 0) return null
  const more = count - first.length
  return (
    <Callout
      tone="warning"
      title={t((about ? TITLE[about] : texts.needAttention)(count, records))}
      aside={
        <Link to="." search={(search) => ({ ...search, merchant: ALL_MERCHANTS })}>
          {t(texts.see)}
        </Link>
      }
    >
      {first.map(({ kinds: found, merchant: { id, name } }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link to="." search={(search) => ({ ...search, merchant: id })}>
            {name}
          </Link>
          {about !== 'exceptions' && ` (${found.map((kind) => t(attentionKind[kind])).join(', ')})`}
        </Fragment>
      ))}
      {more > 0 && ` ${t(texts.more(more))}`}
    </Callout>
  )
}
