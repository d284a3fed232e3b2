import { Radio } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { downloadList, EXPORT_FORMATS, type ExportFormat } from '../api/export.ts'
import { fileColumns, type ExportedView, type ListName } from '../api/define-list.ts'
import { useMerchant } from '../api/merchants.ts'
import { filterLines } from '../lib/export-filter.ts'
import { exportFormat, exports as texts } from '../lib/i18n/exports.ts'
import { DetailList } from '../ui/lists/DetailList.tsx'
import { ActionButton, Dialog, DialogForm, DialogNote } from '../ui/dialogs/Dialog.tsx'
import { useNotice } from '../ui/notices.ts'
import { usePreferences, useText } from '../ui/preferences.tsx'
import { useShortcutKey } from '../ui/use-shortcut-key.ts'

/** A list, with the filter of its page. The title is that of the list unless it is given. */
type ExportTarget<Row, Filter, Name extends ListName> = {
  list: ExportedView<Row, Filter, Name>
  title?: string
  filter: NoInfer<Filter>
}

/**
 * Exports a list to a file: the button, the shortcut key E, and the dialog. On a page with several lists the
 * first one has the shortcut.
 */
export function ExportList<Row, Filter extends object, Name extends ListName>(
  props: ExportTarget<Row, Filter, Name> & { size?: 'sm' | 'xs' },
) {
  const t = useText()
  const [opened, dialog] = useDisclosure(false)
  useShortcutKey('e', dialog.open)
  const { list, filter, size = 'sm', title = t(list.title) } = props
  return (
    <>
      <ActionButton
        icon={IconDownload}
        size={size}
        name={t(texts.title(title))}
        disabledReason={null}
        opensDialog
        onClick={dialog.open}
      >
        {t(texts.export)}
      </ActionButton>
      <Dialog opened={opened} title={t(texts.title(title))} onClose={dialog.close}>
        <ExportForm list={list} title={title} filter={filter} onClose={dialog.close} />
      </Dialog>
    </>
  )
}

function ExportForm<Row, Filter extends object, Name extends ListName>(
  props: Required<ExportTarget<Row, Filter, Name>> & { onClose: () => void },
) {
  const t = useText()
  const { list, title, filter, onClose } = props
  const notify = useNotice()
  const { language, zone } = usePreferences()
  const [format, setFormat] = useState<ExportFormat>('csv-excel-br')
  const [abort] = useState(() => new AbortController())
  useEffect(() => () => abort.abort(), [abort])
  const download = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: () =>
      downloadList(
        { list: list.name, columns: fileColumns(list.columns), title, filter, format, zone, language },
        abort.signal,
      ),
    onSuccess: () => {
      notify(t(texts.done))
      onClose()
    },
  })
  return (
    <DialogForm
      submit={t(download.isPending ? texts.preparing : texts.download)}
      busy={download.isPending}
      error={download.error}
      onSubmit={() => download.mutate()}
      onCancel={onClose}
    >
      <Radio.Group
        label={t(texts.format)}
        value={format}
        onChange={(value) => setFormat(EXPORT_FORMATS.find((known) => known === value) ?? format)}
      >
        {EXPORT_FORMATS.map((known) => (
          <Radio key={known} mt="xs" value={known} label={t(exportFormat[known])} />
        ))}
      </Radio.Group>
      <ExportScope list={list} filter={filter} />
      <DialogNote>{t(texts.note)}</DialogNote>
    </DialogForm>
  )
}

/** Shows which filter and time zone apply to the file. */
function ExportScope<Row, Filter extends object, Name extends ListName>({
  list,
  filter,
}: ExportTarget<Row, Filter, Name>) {
  const t = useText()
  const { language, zone } = usePreferences()
  const lines = filterLines(filter, list.filters, { language, zone, merchantName: useMerchant()?.name })
  const shown = lines.length > 0 ? lines : [[t(texts.filter), t(texts.everything)] as const]
  return <DetailList items={[...shown, [t(texts.zone), zone]]} />
}
