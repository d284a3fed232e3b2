import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { provider as texts } from './provider-texts.ts'
import { signInMethodsQuery } from '../../api/session.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'

/** The interval at which this tab asks the server whether the person has signed in in the other tab. */
const POLL_MS = 2_000

/**
 * Button that signs in with the identity provider. Renders nothing if the installation has no identity provider. The
 * button opens the provider in this tab, or, with `poll`, in a separate tab.
 */
export function ProviderSignIn<Result>(
  props: { href: string } & (
    | { poll?: never }
    | { poll: () => Promise<Result | null>; onFound: (found: Result) => void }
  ),
) {
  const t = useText()
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods?.provider == null) return null
  const label = t(texts.enterWith(methods.provider))
  return (
    <>
      {props.poll === undefined ? (
        <Button component="a" href={props.href} size="md" fullWidth>
          {label}
        </Button>
      ) : (
        <ProviderTabButton {...props} label={label} />
      )}
      <Divider label={t(methods.anybodyByPassword ? texts.or : texts.adminsOnly)} />
    </>
  )
}

/**
 * Button that opens the identity provider in a separate tab, so that this page keeps its fields. Then calls
 * `poll` repeatedly until `poll` resolves to a result, and passes the result to `onFound`.
 */
export function ProviderTabButton<Result>(props: {
  href: string
  label: string
  poll: () => Promise<Result | null>
  onFound: (found: Result) => void
}) {
  const t = useText()
  const { href, poll, onFound } = props
  const [isOpened, setOpened] = useState(false)
  const { data: found } = useQuery({
    queryKey: ['ProviderTab', href],
    queryFn: () => poll().catch(() => null),
    enabled: isOpened,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
    staleTime: 0,
  })
  useEffect(() => {
    if (found !== undefined && found !== null) onFound(found)
  }, [found])
  return (
    <>
      <Button component="a" href={href} target="_blank" rel="noopener" onClick={() => setOpened(true)}>
        {props.label}
      </Button>
      {isOpened && (
        <div role="status">
          <DialogNote>{t(texts.waiting)}</DialogNote>
        </div>
      )}
    </>
  )
}
