import type { Icon } from '@tabler/icons-react'
import { IconFilterOff, IconLock } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useContext, type ReactNode } from 'react'
import { common, outcomes } from '../../lib/i18n/common.ts'
import { AccessHelpContext } from './access-help.ts'
import classes from './EmptyMessage.module.css'
import { useText } from '../preferences.tsx'

/** Explains an empty state and offers an action. */
export function EmptyMessage(props: {
  icon: Icon
  title: string
  /** Renders the title as the heading of the page. */
  fullPage?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  const { icon: IconComponent, fullPage = false } = props
  const Title = fullPage ? 'h1' : 'p'
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <IconComponent size={24} stroke={1.5} aria-hidden />
      </span>
      <Title className={classes.title}>{props.title}</Title>
      {props.children !== undefined && <p className={classes.body}>{props.children}</p>}
      {props.action}
    </div>
  )
}

/** The message when no record matches the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyMessage
      icon={IconFilterOff}
      title={t(outcomes.noMatchTitle)}
      action={
        <Button variant="default" onClick={onClear}>
          {t(common.clearFilters)}
        </Button>
      }
    >
      {t(outcomes.noMatchBody)}
    </EmptyMessage>
  )
}

/** The message when the person's role has no access to the content. */
export function NotAllowed({ fullPage = false }: { fullPage?: boolean }) {
  const t = useText()
  return (
    <div data-refused>
      <EmptyMessage
        fullPage={fullPage}
        icon={IconLock}
        title={t(outcomes.notAllowedTitle)}
        action={useContext(AccessHelpContext)}
      >
        {t(outcomes.notAllowedBody)}
      </EmptyMessage>
    </div>
  )
}
