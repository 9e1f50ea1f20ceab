import { deriveAttributes } from './record-attributes.ts'
import type { Fields } from './record-operation.ts'
import { deriveResource, nameResource } from './record-permissions.ts'
import type { RecordType } from './record-type.ts'

/** The type with these fields, and with all that follows from them. */
export const replaceFields = <T extends RecordType, const F extends Fields>(type: T, fields: F) => {
  const resource = nameResource(type.permissions)
  const derived = deriveAttributes(fields, resource)
  return {
    ...type,
    ...derived,
    fields,
    resource: type.resource && deriveResource(resource, type.resource.rights, derived),
  }
}
