import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import classes from './HomePage.module.css'
import { home as texts } from './texts.ts'

/** The first rows of a list, or a sentence when the list is empty. */
export function ShortList(props: {
  title: string
  empty: string
  children: ReactNode[]
  /** The total number of rows, and the page that lists them. */
  all?: { count: number; to: '/merchants' }
}) {
  const t = useText()
  const { all, children } = props
  return (
    <Section title={props.title}>
      {children.length === 0 ? (
        <MutedText>{props.empty}</MutedText>
      ) : (
        <ul className={classes.rows}>
          {children}
          {all !== undefined && all.count > children.length && (
            <li>
              <Link to={all.to}>{t(texts.all(all.count))}</Link>
            </li>
          )}
        </ul>
      )}
    </Section>
  )
}
