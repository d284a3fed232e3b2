import { useQuery } from '@tanstack/react-query'
import { home as texts, viewPage } from './texts.ts'
import { SavedViewsDocument } from '../../api/generated/graphql.ts'
import { useCan } from '../../api/me.ts'
import { gqlQuery } from '../../api/query.ts'
import { views } from '../../lib/i18n/search/views.ts'
import { isViewPage, pathOfView } from '../../lib/search/view-search.ts'
import { PathLink } from '../../shared/views/PathLink.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { ShortList } from './ShortList.tsx'

/** Links to the person's own saved views, and to views that are shared with the person's role. */
export function Views() {
  const t = useText()
  const mayRead = useCan('saved_view.read')
  const query = useQuery({ ...gqlQuery(SavedViewsDocument, { page: null }), enabled: mayRead })
  if (!mayRead) return null
  return (
    <Loaded withCard query={query} skeleton={<RowsSkeleton rows={2} />}>
      {({ savedViews }) => (
        <ShortList title={t(views.title)} empty={t(texts.noneAnywhere)}>
          {savedViews
            .filter((view) => isViewPage(view.page))
            .map((view) => (
              <li key={view.id}>
                <PathLink path={pathOfView(view)}>{view.name}</PathLink>
                <span className="faint">
                  {isViewPage(view.page) && t(viewPage[view.page])}
                  {!view.mine && ` · ${t(views.by(view.savedBy))}`}
                </span>
              </li>
            ))}
        </ShortList>
      )}
    </Loaded>
  )
}
