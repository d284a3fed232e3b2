import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { hrefOf } from '../../lib/environment.ts'

/** Link to a path from a saved view or from the server. TypeScript cannot check the path against the routes. */
export function PathLink(props: {
  path: string
  className?: string | undefined
  current?: boolean
  onGo?: () => void
  children: ReactNode
}) {
  const { history } = useRouter()
  const href = hrefOf(props.path)
  const go = (event: MouseEvent) => {
    // Leave these clicks to the browser: they open a new tab or window.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    props.onGo?.()
    history.push(href)
  }
  return (
    <a
      href={href}
      className={props.className}
      aria-current={props.current === true ? 'page' : undefined}
      onClick={go}
    >
      {props.children}
    </a>
  )
}
