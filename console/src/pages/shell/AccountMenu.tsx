import { Button, Loader, Popover } from '@mantine/core'
import { IconAdjustments, IconDevices, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roles } from '../../lib/i18n/people/staff.ts'
import { outcomes } from '../../lib/i18n/common.ts'
import { settings } from '../../lib/i18n/settings.ts'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { shell } from './texts.ts'
import { meQuery, useSignOut } from '../../api/session.ts'
import { LanguageSwitch, SchemeSwitch, ZoneSwitch } from '../../shared/PreferenceSwitches.tsx'
import { FormError } from '../../ui/dialogs/Form.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './AccountMenu.module.css'

const PAGES = [
  { to: '/account/preferences', name: pageNames.preferences, icon: IconAdjustments },
  { to: '/account', name: shell.myAccount, icon: IconDevices },
  { to: '/account/security', name: pageNames.security, icon: IconShieldLock },
] as const

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()

export function AccountMenu() {
  const t = useText()
  const { data: me } = useQuery(meQuery)
  const signOut = useSignOut({ isExpired: false })
  if (me == null) return null
  return (
    <Popover position="bottom-end" shadow="md" width={320} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.avatar} aria-label={t(shell.accountOf(me.name))}>
          {initials(me.name)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <div className={classes.who}>
          <strong>{me.name}</strong>
          <span className={classes.note}>{me.email}</span>
          <span className={classes.note}>{t(roles[me.role])}</span>
        </div>
        <Setting name={t(settings.language)}>
          <LanguageSwitch />
        </Setting>
        <Setting name={t(settings.scheme)}>
          <SchemeSwitch />
        </Setting>
        <Setting name={t(settings.zone)}>
          <ZoneSwitch />
        </Setting>
        {PAGES.map(({ to, name, icon: IconComponent }) => (
          <Button
            key={to}
            variant="default"
            fullWidth
            leftSection={<IconComponent size={16} aria-hidden />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {t(name)}
          </Button>
        ))}
        {signOut.error !== null && <FormError error={signOut.error} about={t(outcomes.signOutFailed)} />}
        <Button
          variant="default"
          fullWidth
          leftSection={signOut.isPending ? <Loader size={16} /> : <IconLogout size={16} aria-hidden />}
          // Use `aria-disabled`: a disabled button would lose the focus, and then Escape would not close the menu after
          // a failed sign-out.
          aria-disabled={signOut.isPending}
          onClick={() => signOut.isPending || signOut.mutate()}
        >
          {t(shell.signOut)}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <span className={classes.note}>{name}</span>
      {children}
    </div>
  )
}
