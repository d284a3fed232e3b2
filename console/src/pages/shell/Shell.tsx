import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { zoneName } from '../../lib/i18n/settings.ts'
import { shell } from './texts.ts'
import { useMissingCells } from '../../api/cells/missing-cells.ts'
import { useHasAccount } from '../../api/environment/test-account.ts'
import { hasTestPage, isTestEnvironment } from '../../lib/environment.ts'
import { Brand } from '../../ui/Brand.tsx'
import { lazyComponent, lazyDialog } from '../../ui/lazy-component.tsx'
import { AccessHelpContext } from '../../ui/lists/access-help.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { EnvironmentSwitch } from './environment/EnvironmentSwitch.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { MerchantPicker } from './MerchantPicker.tsx'
import { Navigation, pageOfPath, useForbiddenPage } from './Navigation.tsx'
import { QuickSearch } from './QuickSearch.tsx'
import classes from './Shell.module.css'
import { useShortcuts } from './use-shortcuts.ts'
import { useZoneFromUrl, ZoneSwitch } from '../../shared/PreferenceSwitches.tsx'

const TestBanner = lazyComponent(async () => (await import('./environment/TestBanner.tsx')).TestBanner)
const NoAccess = lazyComponent(async () => (await import('./access/NoAccess.tsx')).NoAccess)
const AccessHelp = lazyComponent(async () => (await import('./access/NoAccess.tsx')).AccessHelp)
const NoTestAccount = lazyComponent(
  async () => (await import('./environment/NoTestAccount.tsx')).NoTestAccount,
)
const MissingCells = lazyComponent(async () => (await import('./MissingCells.tsx')).MissingCells)
const NavigationDrawer = lazyDialog(async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer)
const ShortcutHelp = lazyDialog(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp)

/** The layout of every page that needs a sign-in. */
export function Shell() {
  const t = useText()
  const { zone } = usePreferences()
  const [opened, drawer] = useDisclosure(false)
  const [helping, help] = useDisclosure(false)
  useShortcuts(help.open)
  useZoneFromUrl()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isTest = isTestEnvironment()
  const hasAccount = useHasAccount()
  const missingCells = useMissingCells()
  const forbidden = useForbiddenPage(path)
  const hasPage = hasAccount || !hasTestPage(path) || path === '/api-keys'
  // Close the drawer after navigating.
  useEffect(() => drawer.close(), [path])
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {t(shell.skipToContent)}
      </a>
      <aside className={classes.sidebar}>
        <div className={classes.sticky}>
          <Brand />
          <MerchantPicker />
          <EnvironmentSwitch />
          <Navigation />
        </div>
      </aside>
      <NavigationDrawer opened={opened} onClose={drawer.close} />
      <ShortcutHelp opened={helping} onClose={help.close} />
      <div className={classes.main}>
        <header className={classes.topbar}>
          <ActionIcon
            className={classes.burger}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t(shell.openNavigation)}
            onClick={drawer.open}
          >
            <IconMenu2 size={20} aria-hidden />
          </ActionIcon>
          <QuickSearch />
          <div className={classes.tools}>
            <div className={classes.zone}>
              <ZoneSwitch size="xs" />
            </div>
            <AccountMenu />
          </div>
        </header>
        <main id="content" className={classes.content} tabIndex={-1}>
          {isTest && <TestBanner />}
          {missingCells.length > 0 && <MissingCells cells={missingCells} />}
          <AccessHelpContext value={<AccessHelp page={pageOfPath(path)} />}>
            {forbidden ? <NoAccess page={forbidden} /> : hasPage ? <Outlet /> : <NoTestAccount />}
          </AccessHelpContext>
          <p className={classes.zoneNote}>{t(shell.timesIn(t(zoneName[zone])))}</p>
        </main>
      </div>
    </div>
  )
}
