import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { charge as texts, closedCode } from './charge-texts.ts'
import { isOpen } from '../../../lib/values/status.ts'
import { CopyButton } from '../../../ui/values/CopyText.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { QrCode } from '../../../ui/values/QrCode.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './PixCode.module.css'

/** The QR code of a charge, and the text to copy. If the charge cannot be paid, the QR code is hidden at first. */
export function PixCode({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const open = isOpen(charge.status)
  const [expanded, expansion] = useDisclosure(false)
  const code = charge.pix?.qrCodePayload ?? null
  if (code === null)
    return charge.status === 'created' ? (
      <Section title={t(texts.pix)}>
        <p className={classes.note}>{t(texts.noCode)}</p>
      </Section>
    ) : null
  return (
    <Section title={t(texts.pix)}>
      <div className={classes.pix}>
        {(open || expanded) && (
          <div className={classes.picture}>
            <QrCode text={code} label={t(texts.qr(charge.orderReference))} />
          </div>
        )}
        <code className={classes.code} tabIndex={0}>
          {code}
        </code>
        <CopyButton text={code} variant={open ? 'filled' : 'default'}>
          {t(texts.copyCode)}
        </CopyButton>
        {open ? (
          <p className={classes.note}>
            {t(texts.codeExpires)} <When at={charge.pix?.expiresAt ?? charge.expiresAt} relative /> ·{' '}
            <When at={charge.pix?.expiresAt ?? charge.expiresAt} />
          </p>
        ) : (
          <>
            <p className={classes.note}>{t(closedCode(charge.status))}</p>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={expansion.toggle}
              aria-expanded={expanded}
            >
              {t(expanded ? texts.hideCode : texts.showCode)}
            </Button>
          </>
        )}
      </div>
    </Section>
  )
}
