import { common } from '../lib/i18n/common.ts'
import { useMerchant, useShownMerchant } from '../api/merchants.ts'
import { useText } from '../ui/preferences.tsx'
import classes from './MerchantName.module.css'

/**
 * The name of the merchant of a page, below the heading of the page. On a wide screen, the sidebar already shows the
 * name. This component is therefore visible only on a narrow screen and in print, unless `always` is set. Set `always`
 * if the rows of the page do not name the merchant.
 */
export function MerchantName({ always = false }: { always?: boolean }) {
  const t = useText()
  const isOfAll = useShownMerchant() === null
  const merchant = useMerchant()
  return (
    <p className={classes.merchant} data-always={always}>
      {isOfAll ? t(common.allMerchants) : merchant?.name}
    </p>
  )
}
