import { useEffect, type ReactNode } from 'react'
import { isTestEnvironment } from '../lib/environment.ts'
import { common } from '../lib/i18n/common.ts'
import { useText } from './preferences.tsx'
import { ButtonRow } from './buttons/ButtonRow.tsx'
import classes from './Page.module.css'

/** The layout of a page: heading, actions and content. Also sets the title of the browser tab. */
export function Page(props: {
  title: string
  /** The id of the record that the page shows. */
  id?: string
  /** The heading; by default, the title. Pass null if the content of the page contains a heading. */
  heading?: ReactNode
  crumb?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  useEffect(() => {
    const environment = isTestEnvironment() ? `${t(common.test)} · ` : ''
    document.title = `${environment}${props.title} · ${t(common.product)}`
  })
  return (
    <div className={classes.page} data-page-id={props.id}>
      <header className={classes.header}>
        <div className={classes.headings}>
          {props.crumb !== undefined && <div className={classes.crumb}>{props.crumb}</div>}
          {props.heading === undefined ? <h1 className={classes.title}>{props.title}</h1> : props.heading}
          {props.description !== undefined && <div className={classes.description}>{props.description}</div>}
        </div>
        {props.actions !== undefined && <ButtonRow className={classes.actions}>{props.actions}</ButtonRow>}
      </header>
      {props.children}
    </div>
  )
}

/** A part of a page with a heading. */
export function Section(props: {
  title: string
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
  id?: string
}) {
  return (
    <section className={classes.section} aria-label={props.title} id={props.id}>
      <header className={classes.sectionHeader}>
        <h2 className={classes.sectionTitle}>{props.title}</h2>
        {props.aside !== undefined && <ButtonRow className={classes.aside}>{props.aside}</ButtonRow>}
      </header>
      <div className={props.flush === true ? classes.flush : classes.padded}>{props.children}</div>
    </section>
  )
}

/** A part of a page without a heading. */
export function Card(props: { children: ReactNode; label?: string; flush?: boolean }) {
  const inside = props.flush === true ? classes.flush : classes.card
  return (
    <section className={classes.section} aria-label={props.label}>
      <div className={inside}>{props.children}</div>
    </section>
  )
}
