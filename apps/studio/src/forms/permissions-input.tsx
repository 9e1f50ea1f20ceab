import { Checkbox, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components'

interface PermissionsInputProps {
  readonly label: string
  readonly help?: string
  /** The permissions from which people choose. */
  readonly permissions: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly error: string | undefined
}

/** A choice of permissions. */
export const PermissionsInput = ({
  label,
  help,
  permissions,
  value,
  onChange,
  error,
}: PermissionsInputProps) => (
  <CheckboxGroup
    className="field"
    value={[...value]}
    onChange={onChange}
    isInvalid={error !== undefined}
    validationBehavior="aria"
  >
    <Label className="label">{label}</Label>
    <div className="scopes">
      {permissions.toSorted().map((permission) => (
        <Checkbox key={permission} value={permission}>
          <span className="box" aria-hidden="true" />
          {permission}
        </Checkbox>
      ))}
    </div>
    {help && <Text slot="description">{help}</Text>}
    <FieldError>{error}</FieldError>
  </CheckboxGroup>
)
