import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { fileColumns, type ExportedView, type ListName } from '../api/define-list.ts'
import { useMerchant } from '../api/merchants.ts'
import { filterLines } from '../lib/export-filter.ts'
import { exports as texts } from '../lib/i18n/exports.ts'
import { ActionButton } from '../ui/dialogs/ActionButton.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import type { Text } from '../lib/text.ts'
import { lazyForm } from '../ui/forms/lazy-form.tsx'
import { usePreferences, useText } from '../ui/preferences.tsx'
import { useShortcutKey } from '../ui/use-shortcut-key.ts'

const ExportForm = lazyForm(async () => (await import('./forms/ExportForm.tsx')).ExportForm)

/** The list to export, with the filter of the page. `title` replaces the title of the list. */
type ExportTarget<Row, Filter, Name extends ListName> = {
  list: ExportedView<Row, Filter, Name>
  title?: string
  filter: NoInfer<Filter>
}

/**
 * Button, shortcut key E and dialog to export a list to a file. On a page with several lists the key exports the
 * first list. `label` is the text of the button, to distinguish the buttons of a page.
 */
export function ExportList<Row, Filter extends object, Name extends ListName>(
  props: ExportTarget<Row, Filter, Name> & { size?: 'sm' | 'xs'; label?: Text },
) {
  const t = useText()
  const [opened, dialog] = useDisclosure(false)
  useShortcutKey('e', dialog.open)
  const { list, filter, label, size = 'sm', title = t(list.title) } = props
  return (
    <>
      <ActionButton
        icon={IconDownload}
        size={size}
        name={label ? t(label) : t(texts.title(title))}
        disabledReason={null}
        opensDialog
        onClick={dialog.open}
      >
        {t(label ?? texts.export)}
      </ActionButton>
      <Dialog opened={opened} title={t(texts.title(title))} onClose={dialog.close}>
        <ListExport list={list} title={title} filter={filter} onClose={dialog.close} />
      </Dialog>
    </>
  )
}

/** The form that exports the list with the filter of the page. */
function ListExport<Row, Filter extends object, Name extends ListName>(
  props: Required<ExportTarget<Row, Filter, Name>> & { onClose: () => void },
) {
  const { list, title, filter } = props
  const { language, zone } = usePreferences()
  const merchantName = useMerchant()?.name
  return (
    <ExportForm
      filterLines={filterLines(filter, list.filters, { language, zone, merchantName })}
      shown={{ list: list.name, columns: fileColumns(list.columns), title, filter, zone, language }}
      onClose={props.onClose}
    />
  )
}
