import { Link } from '@tanstack/react-router'
import { find } from './texts.ts'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './QuickSearch.module.css'
import { useNavShortcuts } from './use-shortcuts.ts'

const keys = (...names: string[]) => (
  <span>
    {names.map((name) => (
      <kbd key={name} className={classes.key}>
        {name}
      </kbd>
    ))}
  </span>
)

export function ShortcutHelp(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  const items = useNavShortcuts()
  return (
    <Dialog opened={props.opened} title={t(find.help)} onClose={props.onClose}>
      <DetailList
        items={[
          [
            t(find.open),
            <span key="open">
              {keys('Ctrl', 'K')} {keys('/')}
            </span>,
          ],
          [t(find.next), keys('J')],
          [t(find.previous), keys('K')],
          ...items.map(
            ([letter, { name }]) => [t(find.goTo(t(name))), keys('G', letter.toUpperCase())] as const,
          ),
          [t(find.copyId), keys('C')],
          [t(find.shortcut), keys('E')],
          [t(find.thisHelp), keys('?')],
        ]}
      />
      <p>
        <Link to="/account/preferences" onClick={props.onClose}>
          {t(find.turnOff)}
        </Link>
      </p>
    </Dialog>
  )
}
