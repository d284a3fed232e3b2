import { Link } from '@tanstack/react-router'

/** The name of a merchant as a link to the merchant's page. */
export function MerchantLink({ merchant }: { merchant: { id: string; name: string } }) {
  return (
    <Link to="/merchants/$merchantId" params={{ merchantId: merchant.id }}>
      {merchant.name}
    </Link>
  )
}
