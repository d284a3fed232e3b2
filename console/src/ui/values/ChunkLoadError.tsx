import { Button } from '@mantine/core'
import { outcomes } from '../../lib/i18n/common.ts'
import classes from './ChunkLoadError.module.css'
import { useText } from '../preferences.tsx'

/** Replaces a component whose script failed to load. Offers to reload the page. */
export function ChunkLoadError() {
  const t = useText()
  return (
    <div role="alert" className={classes.failed}>
      <span>{t(outcomes.partFailed)}</span>
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        {t(outcomes.reload)}
      </Button>
    </div>
  )
}
