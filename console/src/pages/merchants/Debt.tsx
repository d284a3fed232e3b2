import { IconFileMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DebtWriteOffsDocument, type DebtWriteOffsQuery } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { q } from '../../api/query.ts'
import { merchants as texts, writeOffState } from '../../lib/i18n/merchants.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DetailList } from '../../ui/DetailList.tsx'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/When.tsx'
import { AgreeForm, AskForm, RefuseForm } from './DebtForms.tsx'
import classes from './MerchantPage.module.css'

type WriteOff = DebtWriteOffsQuery['debtWriteOffs'][number]

/** What the merchant owes, and what was asked to be given up of it: shown where there is, or was, a debt. */
export function Debt({ merchantId }: { merchantId: string }) {
  const t = useText()
  const mayRead = useRefusal('balance.read')
  const mayWriteOff = useRefusal('debt.write_off')
  const { data } = useQuery({ ...q(DebtWriteOffsDocument, { merchantId }), enabled: mayRead === null })
  if (!data) return null
  const { balance, debtWriteOffs: rows } = data
  const owes = balance.owedToServiceCents !== '0'
  if (!owes && rows.length === 0) return null
  return (
    <Section
      title={t(texts.debt)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconFileMinus}
          label={t(texts.writeOff)}
          title={t(texts.writeOff)}
          refused={mayWriteOff ?? (owes ? null : texts.nothingOwed)}
        >
          {(close) => (
            <AskForm merchantId={merchantId} owedCents={balance.owedToServiceCents} onClose={close} />
          )}
        </ActionDialog>
      }
    >
      <DetailList
        items={[
          [t(texts.owed), <Money key="owed" cents={balance.owedToServiceCents} />],
          ...rows.map((row) => [t(texts.writeOff), <Line key={row.id} row={row} />] as const),
        ]}
      />
    </Section>
  )
}

const TONES = { asked: 'warning', written_off: 'neutral', refused: 'neutral' } as const

function Line({ row }: { row: WriteOff }) {
  const t = useText()
  return (
    <>
      <div>
        <Money cents={row.amountCents} /> <Badge tone={TONES[row.state]}>{t(writeOffState[row.state])}</Badge>
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
      {row.state === 'asked' && <Decide row={row} />}
    </>
  )
}

function Decide({ row }: { row: WriteOff }) {
  const t = useText()
  const mayWriteOff = useRefusal('debt.write_off')
  return (
    <div className={classes['actions']}>
      <ActionDialog
        size="xs"
        variant="filled"
        label={t(texts.agree)}
        title={t(texts.agree)}
        refused={mayWriteOff}
      >
        {(close) => <AgreeForm row={row} onClose={close} />}
      </ActionDialog>
      <ActionDialog size="xs" label={t(texts.refuse)} title={t(texts.refuse)} refused={mayWriteOff}>
        {(close) => <RefuseForm row={row} onClose={close} />}
      </ActionDialog>
    </div>
  )
}
