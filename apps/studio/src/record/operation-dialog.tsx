import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Operation } from '../api/model.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { DialogButton } from '../forms/dialog-button.tsx'
import { stopAtUnfinished } from '../fields/unfinished.ts'
import { messages } from '../language/language.ts'
import { startValues, type Values } from './changes.ts'
import { listOpenProblems } from '../forms/open-problems.ts'
import { RefusalNotice } from '../forms/refusal-notice.tsx'
import { readRefusals } from '../forms/refusals.ts'

interface OperationProps {
  readonly operation: Operation
  readonly run: (input: Values) => Promise<unknown>
}

const InputForm = ({ operation, run, close }: OperationProps & { readonly close: () => void }) => {
  const [values, setValues] = useState<Values>(() => startValues(operation.input))
  const sending = useMutation({ mutationFn: (sent: Values) => run(sent), onSuccess: close })
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
        <Button onPress={close}>{messages.back}</Button>
        <Button type="submit" className="primary" isDisabled={sending.isPending}>
          {operation.label}
        </Button>
      </div>
    </form>
  )
}

/** An operation of the type: a button, with a form for its input. */
export const OperationButton = ({ operation, run }: OperationProps) =>
  operation.input.length === 0 ? (
    <Button onPress={() => void run({})}>{operation.label}</Button>
  ) : (
    <DialogButton label={operation.label}>
      {(close) => <InputForm operation={operation} run={run} close={close} />}
    </DialogButton>
  )
