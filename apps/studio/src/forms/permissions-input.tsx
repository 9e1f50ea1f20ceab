import type { ComponentProps } from 'react'
import { ChoicesInput } from './choices-input.tsx'

type PermissionsInputProps = Omit<ComponentProps<typeof ChoicesInput>, 'choices'> & {
  /** The permissions from which people choose. */
  readonly permissions: readonly string[]
}

/** A choice of permissions. */
export const PermissionsInput = ({ permissions, ...props }: PermissionsInputProps) => (
  <ChoicesInput {...props} choices={permissions.toSorted().map((value) => ({ value, label: value }))} />
)
