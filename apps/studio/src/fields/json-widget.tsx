import { useState } from 'react'
import { FieldError, Text, TextArea, TextField } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { readJson, writeJson } from './json-text.ts'
import { FieldLabel } from './text-widgets.tsx'
import type { WidgetProps } from './widget.ts'

const LINES = 8

/** What is typed stays, also while it is no JSON: only a value of JSON becomes the value of the field. */
export const JsonWidget = ({ field, value, onChange, error, isReadOnly }: WidgetProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? writeJson(value)
  const read = readJson(text)
  const problem = 'problem' in read ? messages.notJson(read.problem) : error
  const change = (next: string): void => {
    setTyped(next)
    const given = readJson(next)
    if ('value' in given) onChange(given.value)
  }
  return (
    <TextField
      className="field"
      value={text}
      onChange={change}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      <TextArea className="code" rows={LINES} spellCheck={false} placeholder={field.placeholder ?? ''} />
      <Text slot="description">{field.help}</Text>
      <FieldError>{problem}</FieldError>
    </TextField>
  )
}
