import { IconArrowBackUp, IconFileMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { positionName } from '../../../lib/i18n/status.ts'
import { merchants as texts } from '../texts.ts'
import { writeOffState } from './debt-texts.ts'
import { DebtWriteOffsDocument, type DebtWriteOffsQuery } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { gqlQuery } from '../../../api/query.ts'
import { Badge } from '../../../ui/values/Badge.tsx'
import { DetailList } from '../../../ui/lists/DetailList.tsx'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import classes from './MerchantPage.module.css'

const RequestWriteOffForm = lazyForm(async () => (await import('./DebtForms.tsx')).RequestWriteOffForm)
const ApproveWriteOffForm = lazyForm(async () => (await import('./DebtForms.tsx')).ApproveWriteOffForm)
const RejectWriteOffForm = lazyForm(async () => (await import('./DebtForms.tsx')).RejectWriteOffForm)
const ReverseWriteOffForm = lazyForm(async () => (await import('./DebtForms.tsx')).ReverseWriteOffForm)

type WriteOff = DebtWriteOffsQuery['debtWriteOffs'][number]

/** Loads the merchant's debt and its write-offs. Returns undefined while loading or without permission. */
export function useDebt(merchantId: string): DebtWriteOffsQuery | undefined {
  const readRefusal = useRefusal('balance.read')
  return useQuery({ ...gqlQuery(DebtWriteOffsDocument, { merchantId }), enabled: readRefusal === null }).data
}

/** The merchant's debt and its write-offs. Renders nothing if there is neither a debt nor a write-off. */
export function Debt({ merchantId, data }: { merchantId: string; data: DebtWriteOffsQuery | undefined }) {
  const t = useText()
  const writeOffRefusal = useRefusal('debt.write_off')
  if (!data) return null
  const { balance, debtWriteOffs: rows } = data
  const owes = balance.owedToServiceCents !== '0'
  if (!owes && rows.length === 0) return null
  return (
    <Section
      title={t(positionName.receivable)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconFileMinus}
          label={t(texts.writeOff)}
          title={t(texts.writeOffTitle)}
          disabledReason={writeOffRefusal ?? (owes ? null : texts.nothingOwed)}
        >
          {(close) => (
            <RequestWriteOffForm
              merchantId={merchantId}
              owedCents={balance.owedToServiceCents}
              onClose={close}
            />
          )}
        </ActionDialog>
      }
    >
      <DetailList items={[[t(texts.owed), <Money key="owed" cents={balance.owedToServiceCents} />]]} />
      {rows.map((row) => (
        <WriteOffRow key={row.id} row={row} />
      ))}
    </Section>
  )
}

const TONES = { asked: 'warning', written_off: 'neutral', refused: 'neutral' } as const

function WriteOffRow({ row }: { row: WriteOff }) {
  const t = useText()
  return (
    <div className={classes.writeOff}>
      <div>
        {t(texts.writeOffOf)} <Money cents={row.amountCents} />{' '}
        {row.reversed ? (
          <Badge tone="warning">{t(texts.writeOffReversed)}</Badge>
        ) : (
          <Badge tone={TONES[row.state]}>{t(writeOffState[row.state])}</Badge>
        )}
      </div>
      <div>{row.reason}</div>
      <div className="faint">
        {t(texts.askedBy)} {row.askedBy} · <When at={row.askedAt} />
      </div>
      {row.decidedBy !== null && (
        <div className="faint">
          {t(texts.decidedBy)} {row.decidedBy} · <When at={row.decidedAt} /> {row.note}
        </div>
      )}
      <div className={classes.actions}>
        <DecisionActions row={row} />
        <ReverseAction row={row} />
      </div>
    </div>
  )
}

function DecisionActions({ row }: { row: WriteOff }) {
  const t = useText()
  const writeOffRefusal = useRefusal('debt.write_off')
  if (row.state !== 'asked') return null
  return (
    <>
      <ActionDialog
        size="xs"
        variant="filled"
        label={t(texts.agree)}
        title={t(texts.agreeTitle)}
        disabledReason={writeOffRefusal ?? (row.askedByMe ? texts.anotherAgrees : null)}
      >
        {(close) => <ApproveWriteOffForm row={row} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        size="xs"
        label={t(texts.refuse)}
        title={t(texts.refuseTitle)}
        disabledReason={writeOffRefusal}
      >
        {(close) => <RejectWriteOffForm row={row} onClose={close} />}
      </ActionDialog>
    </>
  )
}

function ReverseAction({ row: { merchantId, journalId, amountCents, reversed } }: { row: WriteOff }) {
  const t = useText()
  const reverseRefusal = useRefusal('payout.reverse')
  if (journalId === null || reversed) return null
  return (
    <ActionDialog
      size="xs"
      icon={IconArrowBackUp}
      label={t(texts.writeOffReverse)}
      title={t(texts.writeOffReverse)}
      disabledReason={reverseRefusal}
    >
      {(close) => <ReverseWriteOffForm {...{ merchantId, journalId, amountCents }} onClose={close} />}
    </ActionDialog>
  )
}
