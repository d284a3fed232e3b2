import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconSend } from '@tabler/icons-react'
import { downloadFile } from '../../api/download.ts'
import type { CaseQuery } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { evidenceTimes } from '../../lib/i18n/finance/cases.ts'
import { isSignedOut } from '../../lib/problem.ts'
import { formatBytes } from './file-size.ts'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { useProblemText } from '../../ui/dialogs/Form.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { LABELLED_NOTE, type Column } from '../../ui/lists/column.ts'
import { TableSection } from '../../ui/lists/TableSection.tsx'
import { useNotice } from '../../ui/notices.ts'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { When } from '../../ui/values/When.tsx'
import { evidence as texts, scanResult } from './evidence-texts.ts'
import { dispute as disputes } from './texts.ts'
import classes from './CasePage.module.css'

type Case = CaseQuery['financialCase']
type Dispute = NonNullable<Case['dispute']>
type DisputeFile = Dispute['files'][number]

const ForwardForm = lazyForm(async () => (await import('./ForwardForm.tsx')).ForwardForm)

/** The merchant's evidence: the text, the files to download, and whether staff have forwarded the evidence. */
export function DisputeEvidence({ row, dispute }: { row: Case; dispute: Dispute }) {
  const t = useText()
  return (
    <>
      <Section title={t(texts.title)} aside={<Forwarding row={row} dispute={dispute} />}>
        {dispute.evidence === null ? (
          <MutedText>
            {t(dispute.decidedAt === null ? disputes.noEvidence : disputes.noEvidenceGiven)}
          </MutedText>
        ) : (
          <>
            {t(evidenceTimes.recorded)} <When at={dispute.evidenceAt} />
            <p className={classes.evidence}>{dispute.evidence}</p>
          </>
        )}
      </Section>
      <Files merchantId={row.merchantId} files={dispute.files} />
    </>
  )
}

/** Says whether staff forwarded the current evidence, with a button to record that they did. */
function Forwarding({ row, dispute }: { row: Case; dispute: Dispute }) {
  const t = useText()
  const refusal = useRefusal('dispute.answer')
  const { evidenceAt, evidenceForwardedAt, evidenceForwardedByName } = dispute
  if (evidenceAt === null) return null
  if (evidenceForwardedAt !== null)
    return (
      <>
        <Badge tone="success">{t(texts.forwarded)}</Badge> {t(texts.on)} <When at={evidenceForwardedAt} />{' '}
        {evidenceForwardedByName !== null && t(texts.forwardedBy(evidenceForwardedByName))}
      </>
    )
  return (
    <>
      <Badge tone="warning">{t(texts.toForward)}</Badge>
      <ActionDialog
        size="xs"
        icon={IconSend}
        label={t(texts.forward)}
        title={t(texts.forwardTitle)}
        disabledReason={refusal}
      >
        {(close) => <ForwardForm row={row} evidenceAt={evidenceAt} onClose={close} />}
      </ActionDialog>
    </>
  )
}

function Files({ merchantId, files }: { merchantId: string; files: DisputeFile[] }) {
  const columns: readonly Column<DisputeFile>[] = [
    { header: texts.name, cell: (file) => file.name, card: 'title' },
    { header: texts.use, cell: (file, t) => t(file.evidencePosition === null ? texts.unused : texts.used) },
    { header: texts.scan, cell: (file, t) => t(scanResult[file.scan]), card: LABELLED_NOTE },
    { header: texts.received, wide: true, cell: (file) => <When at={file.createdAt} />, card: LABELLED_NOTE },
    {
      header: texts.size,
      align: 'end',
      cell: (file) => <Size bytes={file.sizeBytes} />,
      card: LABELLED_NOTE,
    },
    {
      header: texts.download,
      headerHidden: true,
      align: 'end',
      cell: (file) => <Download merchantId={merchantId} file={file} />,
      card: 'aside',
    },
  ]
  return (
    <TableSection
      title={texts.files}
      columns={columns}
      rows={files}
      rowKey={({ id }) => id}
      empty={texts.noFiles}
    />
  )
}

function Size({ bytes }: { bytes: number }) {
  const { language } = usePreferences()
  return formatBytes(bytes, language)
}

/** Button that downloads a file. The server requires a step-up and records the download in the audit log. */
function Download({ merchantId, file }: { merchantId: string; file: DisputeFile }) {
  const t = useText()
  const notify = useNotice()
  const problemText = useProblemText()
  const refusal = useRefusal('dispute_file.download')
  const download = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: () => downloadFile('/dispute-files', { merchantId, fileId: file.id }),
    onError: (error) => {
      if (!isSignedOut(error)) notify(problemText(error), 'failed')
    },
  })
  return (
    <ActionButton
      size="compact-sm"
      icon={IconDownload}
      name={t(texts.downloadOf(file.name))}
      disabledReason={refusal}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {t(texts.download)}
    </ActionButton>
  )
}
