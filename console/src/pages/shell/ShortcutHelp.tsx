import { Link } from '@tanstack/react-router'
import { find } from './texts.ts'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './QuickSearch.module.css'
import { useNavShortcuts } from './use-shortcuts.ts'

const key = (name: string) => <kbd className={classes.key}>{name}</kbd>

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
              {key('Ctrl+K')} {t(find.or)} {key('/')}
            </span>,
          ],
          [t(find.next), key('J')],
          [t(find.previous), key('K')],
          ...items.map(
            ([letter, { name }]) =>
              [
                t(find.goTo(t(name))),
                <span key={letter}>
                  {key('G')} {t(find.andThen)} {key(letter.toUpperCase())}
                </span>,
              ] as const,
          ),
          [t(find.copyId), key('C')],
          [t(find.shortcut), key('E')],
          [t(find.thisHelp), key('?')],
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
