import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { ContentType, Operation } from '../api/model.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { DialogButton } from '../forms/dialog-button.tsx'
import { stopAtUnfinished } from '../fields/unfinished.ts'
import { messages } from '../language/language.ts'
import { startValues, type Values } from '../record/changes.ts'
import { listOpenProblems } from '../forms/open-problems.ts'
import { RefusalNotice } from '../forms/refusal-notice.tsx'
import type { Actions } from './use-actions.ts'
import { readRefusals } from '../forms/refusals.ts'

interface OperationProps {
  readonly type: ContentType
  readonly operation: Operation
  readonly actions: Actions
  readonly send: (input: Values) => Promise<unknown>
}

const InputForm = ({
  type,
  operation,
  actions,
  send,
  close,
}: OperationProps & { readonly close: () => void }) => {
  const [values, setValues] = useState<Values>(() => startValues(operation.input))
  const sending = useMutation({
    mutationFn: (sent: Values) =>
      actions.run({ send: () => send(sent), done: messages.operationDone(operation.label) }),
    onSuccess: close,
  })
  const problems = listOpenProblems(sending.error, sending.variables, values)
  const refused = readRefusals(problems)
  const onChange = (name: string, value: unknown): void => setValues((all) => ({ ...all, [name]: value }))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The form of the record is around this one for React, though not for the browser.
        event.stopPropagation()
        if (!stopAtUnfinished(event.currentTarget)) sending.mutate(values)
      }}
    >
      <p>{operation.about}</p>
      {sending.error && (
        <RefusalNotice {...{ error: sending.error, problems, fields: operation.input, values }} />
      )}
      {operation.input.map((field) => (
        <FieldControl key={field.name} {...{ field, values, onChange, refused, body: null }} />
      ))}
      <div className="buttons">
        <Button onPress={close}>{messages.close}</Button>
        <Button type="submit" className="primary" isDisabled={sending.isPending}>
          {messages.operationOn(operation.label, type.label)}
        </Button>
      </div>
    </form>
  )
}

/** An operation of the type: a button, with a form for its input. */
export const OperationButton = (props: OperationProps) => {
  const { operation, actions, send } = props
  return operation.input.length === 0 ? (
    <Button
      onPress={() => actions.start({ send: () => send({}), done: messages.operationDone(operation.label) })}
    >
      {operation.label}
    </Button>
  ) : (
    <DialogButton label={operation.label}>{(close) => <InputForm {...props} close={close} />}</DialogButton>
  )
}
