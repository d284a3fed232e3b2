import { Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useText } from '../preferences.tsx'

const FORM_HEIGHT_PX = 160

/**
 * Returns a component that loads the script of a form when the form is first shown. The first visit therefore does not
 * load the form and schema libraries. The component shows a skeleton until the script has loaded.
 */
export const lazyForm = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => lazyComponent(load, { loading: FormSkeleton })

function FormSkeleton() {
  const t = useText()
  return (
    <div role="status" aria-label={t(common.loading)}>
      <Skeleton height={FORM_HEIGHT_PX} />
    </div>
  )
}
