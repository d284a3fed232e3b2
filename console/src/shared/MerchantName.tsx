import { common } from '../lib/i18n/common.ts'
import { useMerchant, useShownMerchant } from '../api/merchants.ts'
import { useText } from '../ui/preferences.tsx'
import classes from './MerchantName.module.css'

/**
 * The merchant of a page, below its heading. On a wide screen the sidebar shows the name, so that this name is visible
 * only on a narrow screen and in print, unless `always` is set. Set it if the rows of the page do not name the merchant.
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
