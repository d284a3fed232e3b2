import { common } from '../lib/i18n/common.ts'
import { useMerchant, useShownMerchant } from '../api/merchants.ts'
import { useText } from '../ui/preferences.tsx'
import classes from './PrintedMerchantName.module.css'

/** The merchant of a page, below its heading. Visible only in print, because on screen the sidebar shows the name. */
export function PrintedMerchantName() {
  const t = useText()
  const isOfAll = useShownMerchant() === null
  const merchant = useMerchant()
  return <p className={classes.merchant}>{isOfAll ? t(common.allMerchants) : merchant?.name}</p>
}
