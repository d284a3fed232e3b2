import { useMerchant, useMerchantChoice } from '../api/merchants.ts'
import { shell } from '../lib/i18n/shell.ts'
import { useText } from '../ui/preferences.tsx'
import classes from './PrintedMerchantName.module.css'

/** Under the heading of a page: whose things it lists. On paper alone; on the screen the frame says it. */
export function PrintedMerchantName() {
  const t = useText()
  const isOfAll = useMerchantChoice() === null
  const merchant = useMerchant()
  return <p className={classes['merchant']}>{isOfAll ? t(shell.allMerchants) : merchant?.name}</p>
}
