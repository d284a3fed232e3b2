import { useEffect, useRef, type ReactNode } from 'react'
import classes from './FrozenFields.module.css'

/**
 * The fields of a form. While `frozen`, the fields are disabled and the submit button has the focus, because submitting
 * repeats the previous request.
 */
export function FrozenFields({ frozen, children }: { frozen: boolean; children: ReactNode }) {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (frozen) fields.current?.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [frozen])
  return (
    <fieldset ref={fields} disabled={frozen} className={classes.fields}>
      {children}
    </fieldset>
  )
}
