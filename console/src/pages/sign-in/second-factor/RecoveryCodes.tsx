import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { account as texts } from '../texts.ts'
import { common } from '../../../lib/i18n/common.ts'
import { secrets } from '../../../lib/i18n/secrets.ts'
import { CopyButton } from '../../../ui/values/CopyText.tsx'
import { ActionButton } from '../../../ui/dialogs/ActionButton.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import classes from './RecoveryCodes.module.css'
import { useText } from '../../../ui/preferences.tsx'

const FILE_NAME = 'pix-console-recovery-codes.txt'

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(url)
}

/** Shows new recovery codes once. The person must confirm that they saved them. */
export function RecoveryCodes(props: { codes: string[]; onDone: () => void }) {
  const t = useText()
  const [saved, setSaved] = useState(false)
  const text = props.codes.join('\n')
  return (
    <div className={classes.all}>
      <DialogNote>{t(texts.codesHint)}</DialogNote>
      <DialogNote>
        <strong>{t(secrets.onlyOnce)}</strong>
      </DialogNote>
      <ul className={classes.codes} aria-label={t(texts.codesLabel)}>
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download(`${text}\n`)}
      >
        {t(texts.download)}
      </Button>
      <CopyButton text={text}>{t(common.copyOf(t(texts.codesLabel)))}</CopyButton>
      <Checkbox
        checked={saved}
        onChange={(change) => setSaved(change.currentTarget.checked)}
        label={t(secrets.saved)}
      />
      <ActionButton variant="filled" disabledReason={saved ? null : secrets.notSaved} onClick={props.onDone}>
        {t(common.done)}
      </ActionButton>
    </div>
  )
}
