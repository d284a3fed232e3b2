import { Skeleton } from '@mantine/core'
import { useEffect, useState, type ComponentType } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { useText } from '../preferences.tsx'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'

const FORM_HEIGHT_PX = 160

/**
 * Returns a component that loads the script of a form when the form is first shown, so that the first visit does not
 * load the form and schema libraries. The component shows a skeleton until the script has loaded. If the load fails,
 * it offers to reload the page, and loads the script again when the browser is online again.
 */
export function lazyForm<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyForm(props: Props) {
    const [Form, setForm] = useState<ComponentType<Props> | 'failed' | null>(() => loaded)
    useEffect(() => {
      if (loaded !== null) return undefined
      const show = async () => {
        loaded = await load()
        setForm(() => loaded)
      }
      const attempt = () => void show().catch(() => setForm('failed'))
      attempt()
      window.addEventListener('online', attempt)
      return () => window.removeEventListener('online', attempt)
    }, [])
    if (Form === 'failed') return <ChunkLoadError />
    return Form === null ? <FormSkeleton /> : <Form {...props} />
  }
}

function FormSkeleton() {
  const t = useText()
  return (
    <div role="status" aria-label={t(common.loading)}>
      <Skeleton height={FORM_HEIGHT_PX} />
    </div>
  )
}
