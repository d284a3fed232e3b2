import { Outlet } from '@tanstack/react-router'
import { useShownMerchant } from '../../api/merchants.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ChooseMerchant = lazyComponent(async () => (await import('./ChooseMerchant.tsx')).ChooseMerchant)

/** Renders a page that needs a chosen merchant. Without a chosen merchant, asks the person to choose one first. */
export function MerchantGate() {
  return useShownMerchant() === null ? <ChooseMerchant /> : <Outlet />
}
