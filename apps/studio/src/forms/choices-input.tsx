import { Checkbox, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components'
import type { Choice } from './inputs.tsx'

interface ChoicesInputProps {
  readonly label: string
  readonly help?: string
  /** The values from which people choose. */
  readonly choices: readonly Choice[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error: string | undefined
  readonly isReadOnly?: boolean
}

/** A choice of any number of values. */
export const ChoicesInput = ({ label, help, choices, error, value, ...props }: ChoicesInputProps) => (
  <CheckboxGroup
    {...props}
    className="field"
    value={[...value]}
    isInvalid={error !== undefined}
    validationBehavior="aria"
  >
    <Label className="label">{label}</Label>
    <div className="choices">
      {choices.map((choice) => (
        <Checkbox key={choice.value} value={choice.value}>
          <span className="box" aria-hidden="true" />
          {choice.label}
        </Checkbox>
      ))}
    </div>
    {help && <Text slot="description">{help}</Text>}
    <FieldError>{error}</FieldError>
  </CheckboxGroup>
)
