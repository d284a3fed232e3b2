import { useMounted } from '@mantine/hooks'
import { useEffect, useState, type ComponentType } from 'react'
import { ChunkLoadError } from './values/ChunkLoadError.tsx'

const preloads: (() => Promise<unknown>)[] = []
const firstInput = Promise.withResolvers<void>()

const Nothing = () => null

interface LazyOptions<Props> {
  /** The component shown until the script has loaded. Without `loading`, nothing is shown until then. */
  loading?: ComponentType<Props>
  /** Whether `preloadOnInput` loads the script. */
  preload?: boolean
  /** Whether the component shows `loading` until the person's first input. */
  waitsForInput?: boolean
}

/**
 * Returns a component that loads its script when it is first shown, so that the first visit does not load the script.
 * If loading fails, the component offers to reload the page, and tries again when the browser is online again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading: Loading = Nothing, preload = false, waitsForInput = false }: LazyOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async () => {
    loaded ??= await load()
    return loaded
  }
  if (preload) preloads.push(loadOnce)
  return function LazyComponent(props: Props) {
    const [Content, setContent] = useState<ComponentType<Props> | 'failed' | null>(() => loaded)
    useEffect(() => {
      if (loaded !== null) return setContent(() => loaded)
      const attempt = () =>
        void loadOnce().then(
          (component) => setContent(() => component),
          () => setContent('failed'),
        )
      if (waitsForInput) void firstInput.promise.then(attempt)
      else attempt()
      window.addEventListener('online', attempt)
      return () => window.removeEventListener('online', attempt)
    }, [])
    if (Content === 'failed') return <ChunkLoadError />
    return Content === null ? <Loading {...props} /> : <Content {...props} />
  }
}

/** Returns whether `value` is true now or was true in an earlier render. */
export function useWasTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return value || wasTrue
}

/**
 * Returns a dialog that loads its script when it first opens. The dialog first mounts closed, then opens. If a dialog
 * mounted open, Mantine would not know to which element it must return the focus.
 */
export function lazyDialog<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loadClosed = async () => {
    const Content = await load()
    return function MountedDialog(props: Props) {
      const isMounted = useMounted()
      return <Content {...props} opened={props.opened && isMounted} />
    }
  }
  const LazyContent = lazyComponent<Props>(loadClosed, { preload: true })
  return function LazyDialog(props: Props) {
    return useWasTrue(props.opened) ? <LazyContent {...props} /> : null
  }
}

/**
 * Loads the scripts of all components with the option `preload` at the person's first input. Later, dialogs open
 * without a delay, even offline. If a script fails to load, its component loads the script again when
 * the component is shown.
 */
export function preloadOnInput(target: EventTarget): void {
  const aborter = new AbortController()
  const start = () => {
    aborter.abort()
    firstInput.resolve()
    for (const preload of preloads) preload().catch(() => undefined)
  }
  for (const kind of ['pointermove', 'pointerdown', 'keydown', 'touchstart'])
    target.addEventListener(kind, start, { passive: true, capture: true, signal: aborter.signal })
}
