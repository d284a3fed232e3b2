import { Tooltip } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import classes from './LiveDot.module.css'
import { useText } from '../preferences.tsx'

/** Indicates that the content updates automatically. */
export function LiveDot() {
  const t = useText()
  return (
    <Tooltip label={t(common.liveHint)}>
      <span className={classes.live}>
        <span className={classes.dot} aria-hidden />
        {t(common.live)}
      </span>
    </Tooltip>
  )
}
