import { Checkbox, FieldError, Input, Text, TextField } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { LAST_TIME, toLocal, toUtc } from './local-time.ts'
import { showValue } from './show-value.ts'
import { FieldLabel } from './text-widgets.tsx'
import { useUnfinished } from './unfinished.ts'
import type { WidgetProps } from './widget.ts'

const parseNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Browsers check the form of numbers; the service checks their bounds. */
export const NumberWidget = ({ field, value, onChange, error, isReadOnly }: WidgetProps) => {
  const { isUnfinished, watch } = useUnfinished()
  const problem = isUnfinished ? messages.notNumber : error
  return (
    <TextField
      className="field narrow"
      type="number"
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(text) => onChange(parseNumber(text))}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      <Input step={field.kind === 'integer' ? 1 : 'any'} {...watch} />
      <Text slot="description">{field.help}</Text>
      <FieldError>{problem}</FieldError>
    </TextField>
  )
}

export const FlagWidget = ({ field, value, onChange, isReadOnly }: WidgetProps) => (
  <div className="field">
    <Checkbox isSelected={value === true} onChange={onChange} isReadOnly={isReadOnly}>
      <span className="box" aria-hidden="true" />
      {field.label}
    </Checkbox>
    <span className="help">{field.help}</span>
  </div>
)

export const TimeWidget = ({ field, value, onChange, error, isReadOnly }: WidgetProps) => {
  const { isUnfinished, watch } = useUnfinished()
  const problem = isUnfinished ? messages.completeTime : error
  return (
    <TextField
      className="field narrow"
      value={toLocal(value)}
      onChange={(local) => onChange(toUtc(local))}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <FieldLabel field={field} />
      <Input type="datetime-local" max={LAST_TIME} {...watch} />
      <Text slot="description">{field.help}</Text>
      <FieldError>{problem}</FieldError>
    </TextField>
  )
}

/** A value that the service sets. */
export const ShownWidget = ({ field, body }: WidgetProps) => (
  <div className="field shown">
    <span className="label">{field.label}</span>
    <span>{(body && showValue(field, body)) || '–'}</span>
  </div>
)
