import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import { webhooks as texts } from '../texts.ts'
import { disabledByText, whyDisabled } from './why-disabled.ts'

type Disabled = { disabledAt: string | null; disabledBy: string | null; disabledReason: string | null }

/** Says when, by whom and why an endpoint was disabled. */
export function WhyDisabled({ endpoint }: { endpoint: Disabled }) {
  const t = useText()
  const by = disabledByText(endpoint.disabledBy)
  const reason = whyDisabled(endpoint)
  return (
    <>
      {endpoint.disabledAt !== null && (
        <>
          {t(texts.disabledAt)} <When at={endpoint.disabledAt} />
          {by && ` ${t(by)}`}.{' '}
        </>
      )}
      {reason && t(reason)}
    </>
  )
}
