import { ActionIcon } from '@mantine/core'
import { IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { SavedViewsDocument, type ViewFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { gqlQuery } from '../../api/query.ts'
import { hrefOf } from '../../lib/environment.ts'
import { views as texts } from '../../lib/i18n/search/views.ts'
import { pathOfView, VIEW_PATHS, viewSearch, type ViewPage } from '../../lib/search/view-search.ts'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FilterPill } from '../../ui/filters/FilterPill.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { PathLink } from './PathLink.tsx'
import classes from './SavedViews.module.css'

const SaveView = lazyForm(async () => (await import('./ViewForms.tsx')).SaveView)
const RemoveView = lazyForm(async () => (await import('./ViewForms.tsx')).RemoveView)

type View = ViewFieldsFragment

/** The open dialog. `save` changes `view`, or creates a view if `view` is null. `remove` deletes `view`. */
type OpenDialog = { what: 'save'; view: View | null } | { what: 'remove'; view: View }

/** Menu of the saved views of a page: the person's own views, and views that are shared with the person's role. */
export function SavedViews({ page }: { page: ViewPage }) {
  const t = useText()
  const { history } = useRouter()
  const search = viewSearch(useRouterState({ select: ({ location }) => location.searchStr }))
  const query = useQuery(gqlQuery(SavedViewsDocument, { page }))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const shown = query.data?.savedViews.find((view) => viewSearch(view.search) === search)
  const done = () => setDialog(null)
  const title =
    dialog?.what === 'remove' ? texts.removeTitle : dialog?.view ? texts.editTitle : texts.saveTitle
  return (
    <>
      <FilterPill
        name={t(texts.title)}
        value={shown?.name ?? null}
        onClear={() => history.push(hrefOf(VIEW_PATHS[page]))}
      >
        {(close) => (
          <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
            {({ savedViews }) => (
              <Panel
                views={savedViews}
                search={search}
                onOpen={close}
                onDo={(next) => {
                  close()
                  setDialog(next)
                }}
              />
            )}
          </Loaded>
        )}
      </FilterPill>
      <Dialog opened={dialog !== null} title={t(title)} onClose={done}>
        {dialog?.what === 'save' && (
          <SaveView page={page} search={search} view={dialog.view} onClose={done} />
        )}
        {dialog?.what === 'remove' && <RemoveView view={dialog.view} onClose={done} />}
      </Dialog>
    </>
  )
}

function Panel(props: {
  views: View[]
  search: string
  onOpen: () => void
  onDo: (dialog: OpenDialog) => void
}) {
  const t = useText()
  const saveRefusal = useRefusal('saved_view.save')
  const groups = [
    { name: texts.mine, views: props.views.filter(({ mine }) => mine) },
    { name: texts.shared, views: props.views.filter(({ mine }) => !mine) },
  ].filter(({ views }) => views.length > 0)
  return (
    <div className={classes.panel}>
      {groups.length === 0 && <MutedText>{t(texts.none)}</MutedText>}
      {groups.map(({ name, views }) => (
        <section key={name[0]} aria-label={t(name)}>
          <h3 className={classes.group}>{t(name)}</h3>
          <ul className={classes.views}>
            {views.map((view) => (
              <ViewRow key={view.id} view={view} mayChange={saveRefusal === null} {...props} />
            ))}
          </ul>
        </section>
      ))}
      <ActionButton
        size="xs"
        icon={IconBookmarkPlus}
        disabledReason={saveRefusal}
        opensDialog
        onClick={() => props.onDo({ what: 'save', view: null })}
      >
        {t(texts.save)}
      </ActionButton>
    </div>
  )
}

function ViewRow(props: {
  view: View
  mayChange: boolean
  search: string
  onOpen: () => void
  onDo: (dialog: OpenDialog) => void
}) {
  const t = useText()
  const { view, onDo } = props
  return (
    <li className={classes.view}>
      <PathLink
        path={pathOfView(view)}
        className={classes.link}
        current={viewSearch(view.search) === props.search}
        onGo={props.onOpen}
      >
        {view.name}
      </PathLink>
      {view.mine && props.mayChange ? (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(texts.edit(view.name))}
            onClick={() => onDo({ what: 'save', view })}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(texts.remove(view.name))}
            onClick={() => onDo({ what: 'remove', view })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <span className={classes.by}>{t(texts.by(view.savedBy))}</span>
      )}
    </li>
  )
}
