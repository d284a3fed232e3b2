import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { useText } from '../../../ui/preferences.tsx'

export function ReplaysLink() {
  const t = useText()
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/webhooks/replays" {...props} />}
    >
      {t(pageNames.replays)}
    </Button>
  )
}
