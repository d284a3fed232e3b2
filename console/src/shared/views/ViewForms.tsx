import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { roles } from '../../lib/i18n/people/staff.ts'
import { useActionForm } from '../../api/action-form.ts'
import { DeleteViewDocument, SaveViewDocument, type ViewFieldsFragment } from '../../api/generated/graphql.ts'
import { ROLES } from '../../lib/access.ts'
import { requiredText } from '../../lib/form-schema.ts'
import { views as texts } from '../../lib/i18n/search/views.ts'
import type { ViewPage } from '../../lib/search/view-search.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ConfirmForm } from '../forms/ConfirmForm.tsx'

type View = ViewFieldsFragment
type Audience = NonNullable<View['sharedWith']> | ''

const NAME_MAX = 80

/**
 * Form that saves the current filters as a view. For an existing view, the form changes the name and the sharing, and
 * replaces the filters only if the person selects that.
 */
export function SaveView(props: { page: ViewPage; search: string; view: View | null; onClose: () => void }) {
  const t = useText()
  const { page, view, onClose } = props
  const sharedWith: Audience = view?.sharedWith ?? ''
  const form = useActionForm(SaveViewDocument, {
    initialValues: { name: view?.name ?? '', sharedWith, replace: view === null },
    schema: () =>
      z.object({
        name: requiredText(t(texts.nameMissing)),
        sharedWith: z.pipe(
          z.enum(['', ...ROLES]),
          z.transform((role) => (role === '' ? null : role)),
        ),
        replace: z.boolean(),
      }),
    request: ({ replace, ...named }) => {
      const search = replace || view === null ? props.search : view.search
      return { view: { id: view?.id ?? null, page, search, ...named } }
    },
    done: texts.saved,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.saveTitle)} onCancel={onClose}>
      <TextInput {...form.field('name')} label={t(texts.name)} maxLength={NAME_MAX} data-autofocus />
      <NativeSelect
        {...form.field('sharedWith')}
        label={t(texts.share)}
        data={[
          { value: '', label: t(texts.onlyMe) },
          ...ROLES.map((value) => ({ value, label: t(roles[value]) })),
        ]}
      />
      {view !== null && view.search !== props.search && (
        <Checkbox
          label={t(texts.replace)}
          checked={form.values.replace}
          onChange={form.field('replace').onChange}
        />
      )}
    </ActionForm>
  )
}

/** Form that deletes a view, for its owner and for everybody with whom the view is shared. */
export function RemoveView({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={DeleteViewDocument}
      variables={{ id: view.id }}
      submit={t(texts.removeDo)}
      done={texts.removed}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.removeBody(view.name))}
    </ConfirmForm>
  )
}
