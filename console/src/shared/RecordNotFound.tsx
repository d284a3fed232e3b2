import { IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card, Page } from '../ui/Page.tsx'
import { EmptyMessage } from '../ui/lists/EmptyMessage.tsx'

/** The page for a record that does not exist or that the signed-in person may not see. `back` links to the list. */
export function RecordNotFound(props: { title: string; back: ReactNode; children?: string }) {
  return (
    <Page title={props.title} heading={null}>
      <Card>
        <EmptyMessage fullPage icon={IconQuestionMark} title={props.title} action={props.back}>
          {props.children}
        </EmptyMessage>
      </Card>
    </Page>
  )
}
