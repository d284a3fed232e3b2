import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { webhooks as texts } from './texts.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantChoice, useMerchantId } from '../../api/merchants.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { OtherMerchants } from '../../shared/links/OtherMerchants.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { AllEndpoints } from './AllEndpoints.tsx'
import { endpointsList } from './endpoints.list.tsx'
import { ReplaysLink } from './replays/ReplaysLink.tsx'
import { RegisterEndpoint } from './RegisterEndpoint.tsx'

const POLL_MS = 15_000

/** The endpoints of the chosen merchant, or of all merchants. */
export function WebhooksPage() {
  return useMerchantChoice() === null ? <AllEndpoints /> : <Endpoints />
}

function Endpoints() {
  const t = useText()
  const navigate = useNavigate()
  const merchantId = useMerchantId()
  const registerRefusal = useRefusal('webhook_endpoint.create')
  const [registering, form] = useDialogFromUrl('register', registerRefusal === null)
  const [showsOff, offToggle] = useDisclosure(false)
  const filter = { merchantId, withOff: showsOff }
  const source = useUnpagedList(endpointsList, filter, { pollMs: POLL_MS })
  const inUse = source.rows.filter(({ status }) => status !== 'off')
  const off = source.rows.length - inUse.length
  const register = (
    <ActionButton
      variant="filled"
      icon={IconPlus}
      disabledReason={registerRefusal}
      opensDialog
      onClick={form.open}
    >
      {t(texts.register)}
    </ActionButton>
  )
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={
        <>
          <ReplaysLink />
          <ExportList list={endpointsList} filter={filter} />
          {register}
        </>
      }
    >
      <MerchantName always />
      <OtherMerchants about="endpoints" />
      <List
        list={endpointsList}
        source={{ ...source, rows: showsOff ? source.rows : inUse }}
        onOpen={(row) => void navigate({ to: '/webhooks/$endpointId', params: { endpointId: row.id } })}
      />
      {off > 0 && (
        <Button variant="subtle" color="gray" size="xs" aria-expanded={showsOff} onClick={offToggle.toggle}>
          {t(showsOff ? texts.hideOff(off) : texts.showOff(off))}
        </Button>
      )}
      <RegisterEndpoint opened={registering} onClose={form.close} />
    </Page>
  )
}
