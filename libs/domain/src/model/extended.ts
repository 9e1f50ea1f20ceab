import { deriveAttributes } from './record-attributes.ts'
import type { Fields } from './record-operation.ts'
import { deriveResource } from './record-permissions.ts'
import type { RecordType } from './record-type.ts'

/**
 * A type with more fields: a team adds fields to a type of the service, and the columns with a migration. The model has
 * the extended type in the place of the type.
 * @throws Error if the type has a field with the name of a new field.
 */
export const extended = <
  Name extends string,
  F extends Fields,
  Fixed extends boolean,
  const More extends Fields,
>(
  type: RecordType<Name, F, Fixed>,
  { fields }: { readonly fields: More },
): RecordType<Name, F & More, Fixed> => {
  const taken = Object.keys(fields).filter((name) => Object.hasOwn(type.fields, name))
  if (taken.length > 0)
    throw new Error(`${type.name} has a field ${taken.join(', ')} already. Choose another name.`)
  const [resource = ''] = type.permissions.read.split(':')
  const all = { ...type.fields, ...fields }
  const derived = deriveAttributes(all, resource)
  return {
    ...type,
    ...derived,
    fields: all,
    resource: type.resource && deriveResource(resource, type.resource.rights, derived),
  }
}
