import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { find } from './texts.ts'
import { useText } from '../../ui/preferences.tsx'
import { useShortcutKey } from '../../ui/use-shortcut-key.ts'
import { lazyDialog } from '../../ui/lazy-component.tsx'
import classes from './QuickSearch.module.css'

const CommandPalette = lazyDialog(async () => (await import('./palette/CommandPalette.tsx')).CommandPalette)

/** Button that opens the command palette. `/` and Ctrl+K also open the palette, Ctrl+K even while the person types. */
export function QuickSearch() {
  const t = useText()
  const [opened, palette] = useDisclosure(false)
  useHotkeys([['mod+K', palette.open]], [])
  useShortcutKey('/', palette.open)
  return (
    <div className={classes.form}>
      <UnstyledButton className={classes.button} onClick={palette.open}>
        <IconSearch size={16} aria-hidden />
        <VisuallyHidden>{t(find.open)}</VisuallyHidden>
        <span className={classes.hint}>{t(find.placeholder)}</span>
        <span className={classes.short}>{t(find.short)}</span>
        <kbd className={classes.key}>Ctrl+K</kbd>
      </UnstyledButton>
      <CommandPalette opened={opened} onClose={palette.close} />
    </div>
  )
}
