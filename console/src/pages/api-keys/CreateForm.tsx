import { Button, Checkbox, Input, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import {
  ApiKeyScopesDocument,
  CreateApiKeyDocument,
  CreateTestKeyDocument,
} from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { isTestEnvironment } from '../../lib/environment.ts'
import { requiredText } from '../../lib/form-schema.ts'
import { apiKeys as texts, EXPIRIES, expiryName, type Expiry } from './texts.ts'
import { scopeText } from '../../lib/i18n/scopes.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { expiryInstant } from './expiry.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import type { FieldProps } from '../../ui/forms/field-props.ts'
import { useText } from '../../ui/preferences.tsx'
import classes from './CreateKey.module.css'

const NAME_MAX = 120

const EMPTY: { name: string; scopes: string[]; expiry: Expiry } = { name: '', scopes: [], expiry: '90' }

/** Form that creates an API key and passes the key to `onKey`. */
export function CreateForm(props: { onCancel: () => void; onKey: (key: string) => void }) {
  const t = useText()
  const merchantId = useMerchantId()
  const { data } = useQuery({ ...gqlQuery(ApiKeyScopesDocument, {}), staleTime: 'static' })
  const form = useActionForm(isTestEnvironment() ? CreateTestKeyDocument : CreateApiKeyDocument, {
    initialValues: EMPTY,
    schema: () =>
      z.object({
        name: requiredText(t(texts.nameMissing)),
        scopes: z.array(z.string()).check(z.minLength(1, t(texts.scopesMissing))),
        expiry: z.enum(EXPIRIES),
      }),
    request: ({ expiry, ...key }) => ({
      input: { merchantId, ...key, expiresAt: expiryInstant(expiry, nowMs()) },
    }),
    onDone: ({ createApiKey }) => props.onKey(createApiKey.key),
  })
  return (
    <ActionForm form={form} submit={t(texts.create)} onCancel={props.onCancel}>
      <TextInput
        {...form.field('name')}
        label={t(texts.name)}
        description={t(texts.nameHint)}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      <ScopeFields all={data?.apiKeyScopes ?? []} field={form.field('scopes')} />
      <Input.Wrapper label={t(texts.expiry)} labelElement="div">
        <SegmentedControl
          fullWidth
          className={classes.expiry}
          aria-label={t(texts.expiry)}
          value={form.values.expiry}
          onChange={form.field('expiry').onChange}
          data={EXPIRIES.map((value) => ({ value, label: t(expiryName[value]) }))}
        />
      </Input.Wrapper>
    </ActionForm>
  )
}

function ScopeFields({ all, field }: { all: string[]; field: FieldProps<string[]> }) {
  const t = useText()
  const { onChange } = field
  return (
    <Checkbox.Group label={t(texts.scopes)} {...field}>
      <div className={classes.presets}>
        <Button size="compact-xs" variant="default" onClick={() => onChange(all)}>
          {t(texts.allScopes)}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onChange(all.filter((scope) => scope.endsWith(':read')))}
        >
          {t(texts.readOnly)}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange([])}>
          {t(texts.noScopes)}
        </Button>
      </div>
      <div className={classes.scopes}>
        {all.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            aria-invalid={Boolean(field.error)}
            label={t(scopeText(scope))}
            description={<span className="mono">{scope}</span>}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
