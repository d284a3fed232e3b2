import { Button, Checkbox, Input, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { executeMutation } from '../../api/client.ts'
import { ApiKeyScopesDocument, CreateApiKeyDocument } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { expiryInstant } from './expiry.ts'
import { apiKeys as texts, EXPIRIES, expiryName, scopeHint, type Expiry } from './texts.ts'
import { common } from '../../lib/i18n/common.ts'
import { FormActions, FormError } from '../../ui/dialogs/Form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'
import classes from './CreateKey.module.css'

const NAME_MAX = 120

/** Creates a key, then shows it once. */
export function CreateKey(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  // Keep the key in this component only, neither in the query cache nor in the URL.
  const [key, setKey] = useState<string | null>(null)
  return (
    <>
      <Modal
        opened={props.opened && key === null}
        onClose={props.onClose}
        title={t(texts.createTitle)}
        size="lg"
        closeButtonProps={{ 'aria-label': t(common.close) }}
      >
        <CreateForm
          onCancel={props.onClose}
          onKey={(value) => {
            setKey(value)
            props.onClose()
          }}
        />
      </Modal>
      {key !== null && (
        <SecretModal
          secret={key}
          title={t(texts.keyTitle)}
          label={t(texts.keyLabel)}
          hint={t(texts.keyHint)}
          onDone={() => setKey(null)}
        />
      )}
    </>
  )
}

function CreateForm(props: { onCancel: () => void; onKey: (key: string) => void }) {
  const t = useText()
  const merchantId = useMerchantId()
  const { data } = useQuery({ ...gqlQuery(ApiKeyScopesDocument, {}), staleTime: 'static' })
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>([])
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [checked, setChecked] = useState(false)
  const create = useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const expiresAt = expiryInstant(expiry, nowMs())
      const input = { merchantId, name: name.trim(), scopes, expiresAt }
      props.onKey((await executeMutation(CreateApiKeyDocument, { input })).createApiKey.key)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() !== '' && scopes.length > 0) create.mutate()
  }
  return (
    <form onSubmit={submit} className={classes['form']} noValidate>
      <TextInput
        label={t(texts.name)}
        description={t(texts.nameHint)}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
        value={name}
        error={checked && name.trim() === '' && t(texts.nameMissing)}
        onChange={(change) => setName(change.currentTarget.value)}
      />
      <ScopeFields
        all={data?.apiKeyScopes ?? []}
        chosen={scopes}
        onChange={setScopes}
        error={checked && scopes.length === 0 ? t(texts.scopesMissing) : null}
      />
      <Input.Wrapper label={t(texts.expiry)} labelElement="div">
        <SegmentedControl
          fullWidth
          className={classes['expiry']}
          aria-label={t(texts.expiry)}
          value={expiry}
          onChange={setExpiry}
          data={EXPIRIES.map((value) => ({ value, label: t(expiryName[value]) }))}
        />
      </Input.Wrapper>
      {create.isError && <FormError error={create.error} />}
      <FormActions onCancel={props.onCancel}>
        <Button type="submit" loading={create.isPending}>
          {t(texts.create)}
        </Button>
      </FormActions>
    </form>
  )
}

function ScopeFields(props: {
  all: string[]
  chosen: string[]
  onChange: (scopes: string[]) => void
  error: string | null
}) {
  const t = useText()
  const { all, chosen, onChange } = props
  const hint = (scope: string) => {
    const text = scopeHint[scope]
    return text && t(text)
  }
  return (
    <Checkbox.Group label={t(texts.scopes)} value={chosen} onChange={onChange} error={props.error}>
      <div className={classes['presets']}>
        <Button size="compact-xs" variant="light" onClick={() => onChange(all)}>
          {t(texts.allScopes)}
        </Button>
        <Button
          size="compact-xs"
          variant="light"
          onClick={() => onChange(all.filter((scope) => scope.endsWith(':read')))}
        >
          {t(texts.readOnly)}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange([])}>
          {t(texts.noScopes)}
        </Button>
      </div>
      <div className={classes['scopes']}>
        {all.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={<span className="mono">{scope}</span>}
            description={hint(scope)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
