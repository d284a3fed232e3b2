import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { DeleteViewDocument, SaveViewDocument, type ViewFieldsFragment } from '../../api/generated/graphql.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { views as texts } from '../../lib/i18n/search/views.ts'
import type { ViewPage } from '../../lib/search/view-search.ts'
import { DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'

type View = ViewFieldsFragment

const NAME_MAX = 80
const ROLES = ['support', 'finance', 'admin', 'auditor'] as const

/**
 * Saves the current filters as a view. For an existing view it changes the name, the sharing and, on request,
 * the filters.
 */
export function SaveView(props: { page: ViewPage; search: string; view: View | null; onClose: () => void }) {
  const t = useText()
  const { page, view, onClose } = props
  const [name, setName] = useState(view?.name ?? '')
  const [sharedWith, setSharedWith] = useState(view?.sharedWith ?? null)
  const [replace, setReplace] = useState(view === null)
  const [checked, setChecked] = useState(false)
  const save = useAction(SaveViewDocument, { done: texts.saved, onDone: onClose })
  const trimmed = name.trim()
  const submit = () => {
    setChecked(true)
    if (trimmed === '') return
    const search = replace || view === null ? props.search : view.search
    save.mutate({ view: { id: view?.id ?? null, page, name: trimmed, search, sharedWith } })
  }
  return (
    <DialogForm
      submit={t(texts.saveTitle)}
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={t(texts.name)}
        maxLength={NAME_MAX}
        value={name}
        data-autofocus
        error={checked && trimmed === '' && t(texts.nameMissing)}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <NativeSelect
        label={t(texts.share)}
        value={sharedWith ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setSharedWith(ROLES.find((known) => known === value) ?? null)
        }
        data={[
          { value: '', label: t(texts.onlyMe) },
          ...ROLES.map((value) => ({ value, label: t(roles[value]) })),
        ]}
      />
      {view !== null && view.search !== props.search && (
        <Checkbox
          label={t(texts.replace)}
          checked={replace}
          onChange={(change) => setReplace(change.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}

/** Deletes a view for everyone it is shared with. */
export function RemoveView({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useText()
  const remove = useAction(DeleteViewDocument, { done: texts.removed, onDone: onClose })
  return (
    <DialogForm
      danger
      submit={t(texts.removeDo)}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: view.id })}
      onCancel={onClose}
    >
      <DialogNote>{t(texts.removeBody(view.name))}</DialogNote>
    </DialogForm>
  )
}
