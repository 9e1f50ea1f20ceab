import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isAtFields, readMemberRefusals } from './refusals.ts'

interface FormOptions<Values, Result> {
  readonly initial: Values
  readonly send: (values: Values) => Promise<Result>
  readonly onSent?: (result: Result) => void
}

/** A small form that no type describes: its values, and what the service said about them. */
export const useForm = <Values extends object, Result>({
  initial,
  send,
  onSent,
}: FormOptions<Values, Result>) => {
  const [values, setValues] = useState(initial)
  const [sent, setSent] = useState(initial)
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result, given) => {
      setSent(given)
      onSent?.(result)
    },
  })
  const refused = readMemberRefusals(sending.error)
  const bind = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: refused[name],
    onChange: (value: Values[Name]): void => setValues((all) => ({ ...all, [name]: value })),
  })
  const isChanged = JSON.stringify(values) !== JSON.stringify(sent)
  return {
    values,
    bind,
    isChanged,
    /** Nothing was typed, or all is saved. */
    isIdle: !isChanged || sending.isPending,
    isSent: sending.isSuccess && !isChanged,
    /** What no field shows. */
    error: isAtFields(sending.error, Object.keys(values)) ? null : sending.error,
    submit: () => sending.mutate(values),
  }
}

/** What the frame of a form needs to know of it. */
export type FormState = Pick<ReturnType<typeof useForm>, 'error' | 'isIdle' | 'isSent' | 'submit'>
