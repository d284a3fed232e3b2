import { useEffect, useRef, type ReactNode } from 'react'
import { common } from '../lib/i18n/common.ts'
import { Callout } from './Callout.tsx'
import classes from './FrozenFields.module.css'
import { useText } from './preferences.tsx'

/**
 * The fields of a form. While `frozen` they are disabled, because trying again sends the request that was sent before,
 * and the focus is on the button that sends it.
 */
export function FrozenFields({ frozen, children }: { frozen: boolean; children: ReactNode }) {
  const t = useText()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (frozen) fields.current?.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [frozen])
  return (
    <fieldset ref={fields} disabled={frozen} className={classes['fields']}>
      {children}
      {frozen && <Callout tone="warning" title={t(common.unanswered)} />}
    </fieldset>
  )
}
