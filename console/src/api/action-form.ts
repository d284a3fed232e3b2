import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { IdempotentRequest } from '../lib/idempotent-request.ts'
import { fieldRefusals } from '../lib/problem-fields.ts'
import type { Text } from '../lib/text.ts'
import type { FieldProps } from '../ui/forms/field-props.ts'
import type { FormState } from '../ui/forms/ActionForm.tsx'
import { useNotice } from '../ui/notices.ts'
import { useText } from '../ui/preferences.tsx'
import { executeMutation } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

export interface ActionFormOptions<Fields, Values, Variables, Result> {
  initialValues: Fields
  /** Returns the schema that validates the current fields and turns them into the values for `request`. */
  schema: (fields: Fields) => ZodMiniType<Values, Fields>
  /** Returns the variables of the operation. Returns null if the form must not send anything. */
  request: (values: Values, idempotencyKey: string) => Variables | null
  /** The error text of each field, shown when the server refuses the field without a reason. */
  fieldProblems?: Partial<Record<keyof Fields & string, Text>>
  /** The notification text after the operation has succeeded. */
  done?: Text
  onDone?: (result: Result) => void
  /** Set this option to false if no page shows data that the action changes. The action then refetches no queries. */
  changesData?: false
}

type Operation<Variables, Result> =
  | TypedDocumentString<Result, Variables>
  | ((variables: Variables) => Promise<Result>)

/**
 * Returns the state of a form that runs an operation.
 *
 * When the server requires a sign-in or a step-up, the challenge opens over the form, and the fields keep their values.
 * If the outcome of a request with an idempotency key is unknown, the next submit sends the same variables again. The
 * form shows the server's error at the field that the server refused. The query client does not cache the result of the
 * operation.
 */
export function useActionForm<Fields extends object, Values, Variables extends object, Result>(
  operation: Operation<Variables, Result>,
  options: ActionFormOptions<Fields, Values, Variables, Result>,
) {
  const { schema } = options
  const [isChecked, setChecked] = useState(false)
  const form = useForm<Fields, Values>({
    initialValues: options.initialValues,
    validateInputOnChange: isChecked,
    validate: (fields) => schemaResolver(schema(fields), { sync: true })(fields),
    transformValues: (fields) => schema(fields).parse(fields),
  })
  const refused = useRefusedFields(form, options.fieldProblems)
  const { action, request } = useRequest(operation, { ...options, onError: refused.show })
  const validateAndSend = form.onSubmit((values) => {
    const variables = request.prepare((idempotencyKey) => options.request(values, idempotencyKey))
    if (variables !== null) action.mutate(variables)
  }, refused.count)
  const field = <Name extends keyof Fields & string>(name: Name): FieldProps<Fields[Name]> => ({
    value: form.values[name],
    error: form.errors[name],
    onChange: form.getInputProps(name).onChange,
    'data-path': name,
  })
  const state: FormState = {
    submit: () => {
      setChecked(true)
      if (request.uncertain === null) validateAndSend()
      else action.mutate(request.uncertain)
    },
    isBusy: action.isPending,
    error: refused.isExplained ? null : action.error,
    isRepeat: request.uncertain !== null,
    refusals: refused.refusals,
  }
  return {
    ...state,
    values: form.values,
    field,
    /** Whether a request was sent and the server has not refused the request. */
    isUnderWay: action.isPending || action.isSuccess || request.uncertain !== null,
    /**
     * The variables that the next submit sends again because the outcome of the last request is unknown; null
     * otherwise.
     */
    repeated: request.uncertain,
  }
}

interface RequestOptions<Result> {
  done?: Text
  onDone?: (result: Result) => void
  changesData?: false
  onError: (error: unknown) => void
}

/** Returns the mutation of a form, and the request whose variables are kept while its outcome is unknown. */
function useRequest<Variables extends object, Result>(
  operation: Operation<Variables, Result>,
  options: RequestOptions<Result>,
) {
  const t = useText()
  const notify = useNotice()
  const [request] = useState(() => new IdempotentRequest<Variables>())
  const action = useMutation({
    gcTime: 0,
    ...(options.changesData === false && { meta: { changesData: false } }),
    mutationFn: async (variables: Variables) => {
      const sent =
        typeof operation === 'function' ? operation(variables) : executeMutation(operation, variables)
      const result = await request.settle(variables, sent)
      // The query client would cache a result that the mutation returned, so `onDone` gets the result and the mutation
      // returns nothing.
      options.onDone?.(result)
      if (options.done) notify(t(options.done))
    },
    onError: options.onError,
  })
  return { action, request }
}

/** Shows the server's error at each field that the server refused, and counts the refused submits. */
function useRefusedFields<Fields extends object, Values>(
  form: UseFormReturnType<Fields, Values>,
  texts: Partial<Record<string, Text>> | undefined,
) {
  const t = useText()
  const [isExplained, setExplained] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const count = () => setRefusals((before) => before + 1)
  const show = (error: unknown) => {
    const refusal = fieldRefusals(error, texts)
    const { byField } = refusal
    const areInForm = byField.length > 0 && byField.every(({ name }) => form.getInputNode(name) !== null)
    setExplained(areInForm && refusal.isExplained)
    if (!areInForm) return
    for (const { name, text } of byField) form.setFieldError(name, t(text))
    count()
  }
  return { isExplained, refusals, count, show }
}
