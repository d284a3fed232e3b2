import { Radio } from '@mantine/core'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { downloadList, EXPORT_FORMATS, type ExportFormat, type ExportRequest } from '../../api/download.ts'
import type { filterLines } from '../../lib/export-filter.ts'
import { exportFormat, exports as texts } from '../../lib/i18n/exports.ts'
import { zoneName } from '../../lib/i18n/settings.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

const SCHEMA = z.object({ format: z.enum(EXPORT_FORMATS) })
const INITIAL: { format: ExportFormat } = { format: 'csv-excel-br' }

/** Form that downloads a list as a file. Shows the filter and the time zone. Closing the form aborts the download. */
export function ExportForm(props: {
  filterLines: ReturnType<typeof filterLines>
  /** The list to download. The person chooses the format in this form. */
  shown: Omit<ExportRequest, 'format'>
  onClose: () => void
}) {
  const t = useText()
  const { zone } = usePreferences()
  const { shown, onClose } = props
  const [abort] = useState(() => new AbortController())
  useEffect(() => () => abort.abort(), [abort])
  const form = useActionForm(
    ({ format }: typeof INITIAL) => downloadList({ ...shown, format }, abort.signal),
    {
      initialValues: INITIAL,
      schema: () => SCHEMA,
      request: (chosen) => chosen,
      done: texts.done,
      onDone: onClose,
      changesData: false,
    },
  )
  const lines =
    props.filterLines.length > 0 ? props.filterLines : [[t(texts.filter), t(texts.everything)] as const]
  return (
    <ActionForm form={form} submit={t(form.isBusy ? texts.preparing : texts.download)} onCancel={onClose}>
      <Radio.Group {...form.field('format')} label={t(texts.format)}>
        {EXPORT_FORMATS.map((known) => (
          <Radio key={known} mt="xs" value={known} label={t(exportFormat[known])} />
        ))}
      </Radio.Group>
      <DetailList items={[...lines, [t(texts.zone), t(zoneName[zone])]]} />
      <DialogNote>{t(texts.note)}</DialogNote>
    </ActionForm>
  )
}
