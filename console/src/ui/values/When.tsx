import { Popover } from '@mantine/core'
import { useTimeout, useWindowEvent } from '@mantine/hooks'
import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { zoneName } from '../../lib/i18n/settings.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { ZONES } from '../../lib/time/day.ts'
import { common } from '../../lib/i18n/common.ts'
import { formatRelative, formatWhen, offsetOf, type Precision } from '../../lib/time/when.ts'
import { CopyText } from './CopyText.tsx'
import { usePreferences, useText } from '../preferences.tsx'
import classes from './When.module.css'

const OPEN_DELAY_MS = 150
const CLOSE_DELAY_MS = 100

type WhenProps = { precision?: Precision; relative?: boolean }

/**
 * The only component that renders instants. A popover shows the instant to the second in every time zone of the
 * console, the relative time, and the ISO 8601 text to copy. A missing instant is a dash.
 */
export function When(props: WhenProps & { at: string | null }) {
  if (props.at === null) return <span className="faint">—</span>
  return <Timestamp {...props} at={props.at} />
}

function Timestamp(props: WhenProps & { at: string }) {
  const { language, zone } = usePreferences()
  const { at, relative = false, precision = 'minute' } = props
  const { shown, close, target, card } = useCard()
  return (
    <Popover
      opened={shown !== 'no'}
      onDismiss={close}
      position="top"
      withArrow
      withRoles={shown === 'pinned'}
      trapFocus={shown === 'pinned'}
      returnFocus={shown === 'pinned'}
    >
      <Popover.Target>
        <time
          dateTime={at}
          className={`figures ${classes.moment}`}
          role="button"
          tabIndex={0}
          aria-expanded={shown === 'pinned'}
          {...target}
        >
          {relative ? formatRelative(at, language, nowMs()) : formatWhen(at, { language, zone, precision })}
        </time>
      </Popover.Target>
      <Popover.Dropdown className={classes.card} {...card}>
        <WhenDetails at={at} onEscape={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Controls the popover. Hovering with a mouse opens the popover. Enter, space or a touch pins the popover open and
 * moves the focus into it. A mouse click does nothing here, because a click may open the record of the table row around
 * the time.
 */
function useCard() {
  const [shown, setShown] = useState<'no' | 'hovered' | 'pinned'>('no')
  const isMouse = useRef(false)
  const opening = useTimeout(() => setShown('hovered'), OPEN_DELAY_MS)
  const closing = useTimeout(() => setShown('no'), CLOSE_DELAY_MS)
  const close = () => setShown('no')
  const press = () => {
    opening.clear()
    closing.clear()
    setShown(shown === 'pinned' ? 'no' : 'pinned')
  }
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    closing.clear()
    if (pointerType === 'mouse' && shown === 'no') opening.start()
  }
  const onPointerLeave = () => {
    opening.clear()
    if (shown === 'hovered') closing.start()
  }
  const target = {
    onPointerEnter,
    onPointerLeave,
    onPointerDown: ({ pointerType }: PointerEvent) => {
      isMouse.current = pointerType === 'mouse'
    },
    onClick: (click: MouseEvent) => {
      const byMouse = isMouse.current
      isMouse.current = false
      if (byMouse) return
      click.stopPropagation()
      press()
    },
    onKeyDown: (key: KeyboardEvent) => {
      if (key.key !== 'Enter' && key.key !== ' ') return
      key.preventDefault()
      press()
    },
  }
  const card = {
    onPointerEnter,
    onPointerLeave,
    onClick: (click: MouseEvent) => click.stopPropagation(),
  }
  return { shown, close, target, card }
}

function WhenDetails({ at, onEscape }: { at: string; onEscape: () => void }) {
  const { language } = usePreferences()
  const t = useText()
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onEscape()
  })
  return (
    <span className={classes.details}>
      {ZONES.map((zone) => (
        <span key={zone} className={classes.row}>
          <span className={classes.zone}>
            {t(zoneName[zone])} {zone === 'UTC' ? '' : offsetOf(at, zone)}
          </span>
          <span className="figures">{formatWhen(at, { language, zone, precision: 'second' })}</span>
        </span>
      ))}
      <span className={classes.ago}>{formatRelative(at, language, nowMs())}</span>
      <CopyText ownEscape text={new Date(at).toISOString()} name={t(common.iso)} />
    </span>
  )
}
