import { account as texts } from '../texts.ts'
import { CodeForm } from './CodeForm.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { QrCode } from '../../../ui/values/QrCode.tsx'
import classes from './TotpSetup.module.css'
import { useText } from '../../../ui/preferences.tsx'

/** Shows the secret for an authenticator app as QR code and as text, and asks for the first code. */
export function TotpSetup(props: {
  secret: string
  uri: string
  busy: boolean
  error: unknown
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
}) {
  const t = useText()
  return (
    <div className={classes.offer}>
      <div className={classes.picture}>
        <QrCode text={props.uri} label={t(texts.picture)} />
      </div>
      <div className={classes.key}>
        <span className={classes.name}>{t(texts.key)}</span>
        <CopyText text={props.secret} name={t(texts.key)} />
      </div>
      <CodeForm
        hint={t(texts.enrolHint)}
        submit={t(texts.confirm)}
        busy={props.busy}
        error={props.error}
        onCode={props.onCode}
        onCancel={props.onCancel}
      />
    </div>
  )
}
