import { Drawer } from '@mantine/core'
import { shell } from './texts.ts'
import { Brand } from '../../ui/Brand.tsx'
import { useText } from '../../ui/preferences.tsx'
import { EnvironmentSwitch } from './environment/EnvironmentSwitch.tsx'
import { MerchantPicker } from './MerchantPicker.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './Shell.module.css'

/** The navigation on a narrow screen. */
export function NavigationDrawer(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      title={<Brand />}
      size="17.5rem"
      closeButtonProps={{ 'aria-label': t(shell.closeNavigation) }}
    >
      <div className={classes.drawer}>
        <MerchantPicker />
        <EnvironmentSwitch />
        <Navigation />
      </div>
    </Drawer>
  )
}
