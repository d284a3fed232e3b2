import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Controls a dialog that a URL can open. `?do=<name>` opens the dialog if `allowed` is true. The hook removes this
 * parameter from the URL at once, so that Back or a reload does not open the dialog again.
 */
export function useDialogFromUrl(name: string, allowed: boolean) {
  const navigate = useNavigate()
  const isRequested = useSearch({ strict: false, select: (search) => search.do === name })
  const disclosure = useDisclosure(false)
  const [, { open }] = disclosure
  useEffect(() => {
    if (!isRequested) return
    if (allowed) open()
    const withoutParam = ({ ...search }: { do?: string }) => {
      delete search.do
      return search
    }
    void navigate({ to: '.', search: withoutParam, replace: true })
  }, [isRequested, allowed, open, navigate])
  return disclosure
}
