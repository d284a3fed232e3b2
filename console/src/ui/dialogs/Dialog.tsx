import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Text } from '../../lib/text.ts'
import { lazyDialog } from '../lazy-component.tsx'
import { RowContext } from '../buttons/ButtonRow.tsx'
import { ActionButton, type ButtonStyle } from './ActionButton.tsx'
import classes from './Dialog.module.css'

/** A button and the dialog that it opens. `children` receives a function that closes the dialog. */
export function ActionDialog(
  props: ButtonStyle & {
    icon?: Icon
    label: string
    /** The accessible name. Set this name if several buttons have the same label. */
    name?: string
    title: string
    disabledReason: Text | null
    wide?: boolean
    /** Lets the parent component open and close the dialog. */
    disclosure?: ReturnType<typeof useDisclosure>
    children: (close: () => void) => ReactNode
  },
) {
  const own = useDisclosure(false)
  const { label, title, wide = false, disclosure = own, children, ...button } = props
  const [opened, dialog] = disclosure
  return (
    <>
      <ActionButton {...button} name={props.name} opensDialog onClick={dialog.open}>
        {label}
      </ActionButton>
      {/* The buttons in the dialog do not belong to the row of the button that opens the dialog. */}
      <RowContext value={null}>
        <Dialog opened={opened} title={title} wide={wide} onClose={dialog.close}>
          {children(dialog.close)}
        </Dialog>
      </RowContext>
    </>
  )
}

/** A modal dialog. Each time the dialog opens, React mounts a new instance of the content. */
export const Dialog = lazyDialog(async () => (await import('./windows.tsx')).DialogWindow)

export function DialogNote({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>
}
