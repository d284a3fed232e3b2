import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { chooseMerchant as texts } from './access/texts.ts'
import { shell } from './texts.ts'
import { KeyCountsDocument } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { merchantsQuery, storeMerchantChoice } from '../../api/merchants.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import classes from './ChooseMerchant.module.css'
import { pageOfPath } from './Navigation.tsx'

/**
 * Asks the person to choose the merchant that the page at the current path will show. If the page is the page of the
 * API keys, the choices also show the number of active keys of each merchant.
 */
export function ChooseMerchant() {
  const t = useText()
  const merchants = useQuery(merchantsQuery)
  const page = pageOfPath(useRouterState({ select: ({ location }) => location.pathname }))
  const keys = useQuery({ ...gqlQuery(KeyCountsDocument, {}), enabled: page?.to === '/api-keys' })
  const keysOf = new Map(keys.data?.merchants.map(({ id, activeApiKeys }) => [id, activeApiKeys]))
  return (
    <Page title={t(texts.title(t(page?.name ?? shell.merchants)))} description={t(texts.body)}>
      <Card flush label={t(shell.merchant)}>
        <Loaded query={merchants} skeleton={<RowsSkeleton rows={4} />}>
          {(data) => (
            <ul className={classes.list}>
              {data.merchants.map(({ id, name, documentMasked, terms }) => (
                <li key={id}>
                  <Link
                    to="."
                    search={(search) => ({ ...search, merchant: id })}
                    className={classes.merchant}
                    onClick={() => storeMerchantChoice(id)}
                  >
                    <span className={classes.words}>
                      <span className={classes.name}>{name}</span>
                      <span className={classes.document}>{documentMasked}</span>
                      <KeyCount count={keysOf.get(id) ?? null} />
                      {!terms.pixEnabled && <Badge tone="warning">{t(texts.pixOff)}</Badge>}
                    </span>
                    <IconChevronRight className={classes.arrow} size={18} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

function KeyCount({ count }: { count: number | null }) {
  const t = useText()
  return count !== null && <span className={classes.document}>{t(texts.activeKeys(count))}</span>
}
