import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { useNotice } from '../notices.ts'
import { useText } from '../preferences.tsx'

const SHOWN_MS = 1500

/**
 * Returns `copy`, which copies a text to the clipboard, and `copied`. `copy` resolves to true on success. If the
 * browser refuses, `copy` shows a notification and resolves to false. `copied` is true for 1.5 seconds after a success.
 */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const t = useText()
  const notify = useNotice()
  const [copied, setCopied] = useState(false)
  const shown = useTimeout(() => setCopied(false), SHOWN_MS)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // The browser refuses access to the clipboard by a permissions policy or outside a secure context.
      notify(t(common.notCopied), 'failed')
      return false
    }
    setCopied(true)
    shown.start()
    return true
  }
  return { copied, copy }
}
