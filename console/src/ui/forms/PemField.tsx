import { Button, FileButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { pem as texts } from '../../lib/i18n/pem.ts'
import { useText } from '../preferences.tsx'
import type { FieldProps } from './field-props.ts'
import classes from './PemField.module.css'

/** The size of a file in bytes above which the server refuses its content. */
const BYTES_MAX = 32_768

/** A field for a PEM text, which a person types or reads from a file. The field has no spelling check. */
export function PemField({
  error,
  onChange,
  description,
  ...props
}: FieldProps<string> & { label: string; description?: string }) {
  const t = useText()
  const [isTooLarge, setTooLarge] = useState(false)
  const read = async (file: File | null) => {
    setTooLarge(file !== null && file.size > BYTES_MAX)
    if (file !== null && file.size <= BYTES_MAX) onChange(await file.text())
  }
  return (
    <div className={classes.field}>
      <Textarea
        rows={3}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.pem }}
        description={description}
        error={isTooLarge ? t(texts.tooLarge) : error}
        onChange={onChange}
        {...props}
      />
      <FileButton onChange={(file) => void read(file)} accept=".pem,.crt,.cer,.key,text/plain">
        {(button) => (
          <Button
            {...button}
            variant="subtle"
            size="compact-sm"
            aria-label={t(texts.chooseFileOf(props.label))}
          >
            {t(texts.chooseFile)}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
