import { disabledReason, webhooks as texts } from '../texts.ts'
import { useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'

type Disabled = { disabledAt: string | null; disabledReason: string | null }

/** Says when and why an endpoint was disabled. */
export function WhyDisabled({ endpoint }: { endpoint: Disabled }) {
  const t = useText()
  const reason = disabledReason[endpoint.disabledReason ?? '']
  return (
    <>
      {endpoint.disabledAt !== null && (
        <>
          {t(texts.disabledAt)} <When at={endpoint.disabledAt} />.{' '}
        </>
      )}
      {reason && t(reason)}
    </>
  )
}
