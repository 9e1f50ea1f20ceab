import { useId } from 'react'
import { Checkbox, FieldError, Input, Text, TextArea, TextField } from 'react-aria-components'
import { FieldLabel } from '../fields/text-widgets.tsx'
import { messages } from '../language/language.ts'

interface InputProps<Value> {
  readonly label: string
  readonly help?: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error?: string | undefined
}

interface TextInputProps extends InputProps<string> {
  readonly type?: 'text' | 'email' | 'url' | 'password'
  readonly lines?: number
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly autoFocus?: boolean
}

/** A text on one line or several. */
export const TextInput = ({ label, help, error, lines, isRequired = false, ...input }: TextInputProps) => (
  <TextField
    {...input}
    className="field"
    isRequired={isRequired}
    isInvalid={error !== undefined}
    validationBehavior="aria"
  >
    <FieldLabel field={{ label, required: isRequired }} />
    {lines === undefined ? <Input /> : <TextArea rows={lines} />}
    {help && <Text slot="description">{help}</Text>}
    <FieldError>{error}</FieldError>
  </TextField>
)

export interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceInputProps extends InputProps<string> {
  readonly choices: readonly Choice[]
  readonly isRequired?: boolean
}

/** The select of the browser works on each device, and by keyboard. */
export const ChoiceInput = (props: ChoiceInputProps) => {
  const { label, help, value, onChange, error, choices, isRequired = false } = props
  const id = useId()
  const note = error ?? help
  return (
    <div className="field narrow">
      <span className="label-row">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {isRequired && <span className="required">{messages.required}</span>}
      </span>
      <select
        id={id}
        value={value}
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={note ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {note && (
        <span id={`${id}-help`} className={error ? 'refused' : 'help'}>
          {note}
        </span>
      )}
    </div>
  )
}

export const FlagInput = ({ label, value, onChange }: InputProps<boolean>) => (
  <Checkbox isSelected={value} onChange={onChange}>
    <span className="box" aria-hidden="true" />
    {label}
  </Checkbox>
)
