import { Skeleton } from '@mantine/core'
import { useEffect, useState, type ComponentType } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { useText } from '../preferences.tsx'
import { ChunkLoadError } from '../values/ChunkLoadError.tsx'

const FORM_HEIGHT_PX = 160

/**
 * Returns a form whose script loads when the form is first shown. Shows a skeleton until then, and an offer
 * to reload after a failure. Loads again when the network is back. Form scripts contain the form and schema
 * libraries, which no first load contains.
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
