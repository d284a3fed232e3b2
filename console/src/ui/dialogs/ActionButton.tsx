import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { Text } from '../../lib/text.ts'
import { useText } from '../preferences.tsx'
import { DisabledReason } from '../buttons/DisabledReason.tsx'

export type ButtonStyle = {
  variant?: 'filled' | 'default' | 'subtle'
  color?: string
  size?: 'xs' | 'sm' | 'compact-xs' | 'compact-sm'
}

/**
 * A button that is disabled unless `disabledReason` is null. The disabled button stays focusable. The reason is visible
 * below the button or its row, or, with `reasonInTooltip`, on hover and focus.
 */
export function ActionButton(
  props: ButtonStyle & {
    icon?: Icon
    name?: string | undefined
    disabledReason: Text | null
    reasonInTooltip?: boolean
    busy?: boolean
    /** Whether the button opens a dialog. */
    opensDialog?: boolean
    onClick: () => void
    children: string
  },
) {
  const t = useText()
  const { icon: IconComponent, disabledReason } = props
  return (
    <DisabledReason
      reason={disabledReason && t(disabledReason)}
      label={props.children}
      inTooltip={props.reasonInTooltip ?? false}
    >
      {(disabledProps) => (
        <Button
          variant={props.variant ?? 'default'}
          color={props.color ?? 'jade'}
          size={props.size ?? 'sm'}
          leftSection={IconComponent && <IconComponent size={16} aria-hidden />}
          aria-label={props.name}
          aria-haspopup={props.opensDialog === true ? 'dialog' : undefined}
          loading={props.busy ?? false}
          {...(disabledProps ?? { onClick: props.onClick })}
        >
          {props.children}
        </Button>
      )}
    </DisabledReason>
  )
}
