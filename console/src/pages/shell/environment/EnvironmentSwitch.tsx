import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useShownMerchant } from '../../../api/merchants.ts'
import { meQuery } from '../../../api/session.ts'
import { hrefInEnvironment, isTestEnvironment } from '../../../lib/environment.ts'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import classes from './environment.module.css'
import { switchRefusal } from './switch-refusal.ts'
import { environment as texts } from './texts.ts'

/**
 * Switch between production and the test account of the shown merchant. The switch loads another document, so that no
 * data of one environment remains in the page of the other. Renders nothing if this installation has no test
 * environment.
 */
export function EnvironmentSwitch() {
  const t = useText()
  const { zone } = usePreferences()
  const { data: me } = useQuery(meQuery)
  const merchant = useShownMerchant()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isTest = isTestEnvironment()
  if (!isTest && (me == null || me.testPermissions.length === 0)) return null
  const refusal = isTest ? null : switchRefusal(path, merchant)
  const choose = (value: string) => {
    if (merchant === null) return
    window.location.assign(hrefInEnvironment(path, value === 'test' ? merchant : null, { merchant, zone }))
  }
  return (
    <div className={classes.switch}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t(texts.label)}
        value={isTest ? 'test' : 'production'}
        onChange={choose}
        data={[
          { value: 'production', label: t(texts.production) },
          { value: 'test', label: t(texts.test), disabled: refusal !== null },
        ]}
      />
      {!isTest && <p className={classes.hint}>{refusal !== null && t(refusal)}</p>}
    </div>
  )
}
