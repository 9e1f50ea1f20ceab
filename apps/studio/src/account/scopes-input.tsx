import { CheckboxGroup, FieldError, Label, Checkbox } from 'react-aria-components'
import { messages } from '../language/language.ts'

interface ScopesInputProps {
  /** The permissions of which a key can have some. */
  readonly scopes: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error: string | undefined
}

/** A choice of permissions. */
export const ScopesInput = ({ scopes, value, onChange, error }: ScopesInputProps) => (
  <CheckboxGroup
    className="field"
    value={[...value]}
    onChange={onChange}
    isInvalid={error !== undefined}
    validationBehavior="aria"
  >
    <Label className="label">{messages.scopes}</Label>
    <div className="scopes">
      {scopes.toSorted().map((scope) => (
        <Checkbox key={scope} value={scope}>
          <span className="box" aria-hidden="true" />
          {scope}
        </Checkbox>
      ))}
    </div>
    <FieldError>{error}</FieldError>
  </CheckboxGroup>
)
