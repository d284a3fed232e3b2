import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A dialog that the address may ask for: `?do=create`. It opens for whoever may use it; the question leaves the address
 * at once, so that neither Back nor a refresh opens it again.
 */
export function useDialogFromUrl(name: string, allowed: boolean) {
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: (search) => search.do === name })
  const disclosure = useDisclosure(false)
  const [, { open }] = disclosure
  useEffect(() => {
    if (!asked) return
    if (allowed) open()
    const withoutIt = ({ ...search }: { do?: string }) => {
      delete search.do
      return search
    }
    void navigate({ to: '.', search: withoutIt, replace: true })
  }, [asked, allowed, open, navigate])
  return disclosure
}
