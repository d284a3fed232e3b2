import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInMethodsQuery } from '../../api/session.ts'
import { provider as texts } from '../../lib/i18n/people/provider.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'

/** How often the server is asked whether the other tab has come to its end. */
const POLL_MS = 2_000

/** The way in by the company's identity provider, where there is one: on this page, or beside it with `look`. */
export function ProviderSignIn<Found>(
  props: { href: string } & (
    { poll?: never } | { poll: () => Promise<Found | null>; onFound: (found: Found) => void }
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
 * Sends the person to the identity provider in a tab beside this one, where what they typed stays, and waits until
 * `look` finds what that comes to.
 */
export function ProviderTabButton<Found>(props: {
  href: string
  label: string
  poll: () => Promise<Found | null>
  onFound: (found: Found) => void
}) {
  const t = useText()
  const { href, poll, onFound } = props
  const [isSent, setSent] = useState(false)
  const { data: found } = useQuery({
    queryKey: ['ProviderTab', href],
    queryFn: () => poll().catch(() => null),
    enabled: isSent,
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
      <Button component="a" href={href} target="_blank" rel="noopener" onClick={() => setSent(true)}>
        {props.label}
      </Button>
      {isSent && (
        <div role="status">
          <DialogNote>{t(texts.waiting)}</DialogNote>
        </div>
      )}
    </>
  )
}
