import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/** A link to an address of the console that is known as text alone: saved, or sent by the server. */
export function PathLink(props: {
  path: string
  className?: string | undefined
  current?: boolean
  onGo?: () => void
  children: ReactNode
}) {
  const { history } = useRouter()
  const go = (event: MouseEvent) => {
    // Another button or key asks the browser for a new tab.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onGo?.()
    history.push(props.path)
  }
  return (
    <a
      href={props.path}
      className={props.className}
      aria-current={props.current === true ? 'page' : undefined}
      onClick={go}
    >
      {props.children}
    </a>
  )
}
