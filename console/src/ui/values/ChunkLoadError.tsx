import { Button } from '@mantine/core'
import { outcomes } from '../../lib/i18n/common.ts'
import classes from './ChunkLoadError.module.css'
import { useText } from '../preferences.tsx'

/** Stands in for a part of a page whose script could not be loaded, and offers to reload the page. */
export function ChunkLoadError() {
  const t = useText()
  return (
    <div role="alert" className={classes['failed']}>
      <span>{t(outcomes.partFailed)}</span>
      <Button variant="default" size="xs" onClick={() => window.location.reload()}>
        {t(outcomes.reload)}
      </Button>
    </div>
  )
}
