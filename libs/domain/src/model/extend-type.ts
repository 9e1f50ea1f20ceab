import { deriveAttributes } from './record-attributes.ts'
import type { Fields } from './record-operation.ts'
import { deriveResource, nameResource } from './record-permissions.ts'
import type { RecordType } from './record-type.ts'

const refuseTaken = ({ name: type, fields, custom }: RecordType, more: Fields): void => {
  const isTaken = (name: string): boolean =>
    Object.hasOwn(fields, name) || custom?.members.includes(name) === true
  const taken = Object.keys(more).filter(isTaken)
  if (taken.length > 0)
    throw new Error(`${type} has a field ${taken.join(', ')} already. Choose another name.`)
}

/**
 * Invitations, REST and imports create users from a name and an address alone, so that a new field must be optional.
 */
const refuseRequired = ({ name: type, custom }: RecordType, more: Fields): void => {
  const required = Object.keys(more).filter((name) => !more[name]?.isOptional && more[name]?.initial === null)
  if (custom?.isNumbered && required.length > 0)
    throw new Error(`${type} cannot require ${required.join(', ')}. Add \`optional\` or \`initial\`.`)
}

/**
 * A type with more fields: a team adds fields to a type of the service, and a migration adds the columns. The extended
 * type replaces the type in the model.
 * @throws Error if the type has a field with the name of a new field, or if the type cannot have a new field.
 */
export const extendType = <
  Name extends string,
  F extends Fields,
  Fixed extends boolean,
  const More extends Fields,
>(
  type: RecordType<Name, F, Fixed>,
  { fields }: { readonly fields: More },
): RecordType<Name, F & More, Fixed> => {
  refuseTaken(type, fields)
  refuseRequired(type, fields)
  const resource = nameResource(type.permissions)
  const all = { ...type.fields, ...fields }
  const derived = deriveAttributes(all, resource)
  return {
    ...type,
    ...derived,
    fields: all,
    resource: type.resource && deriveResource(resource, type.resource.rights, derived),
  }
}
