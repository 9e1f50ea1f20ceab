import type { Permission } from '../access/content-policy.ts'
import type { Context } from '../context/context.ts'
import { ContentError } from '../rules/errors.ts'
import type { EventName } from '../model/event-names.ts'
import type { ContentModel } from '../model/content-model.ts'

/** The permission to read the record of an event, by the first word of the event's name. */
const findReadPermission = ({ types }: ContentModel, name: EventName): Permission => {
  const [first = ''] = name.split('.')
  const permission = types.find(({ word }) => word === first)?.permissions.read
  if (permission === undefined) throw new Error(`The model has no event ${name}.`)
  return permission
}

/**
 * A webhook delivers the events of records that its owner may read. A credential with scopes may subscribe it only to
 * events of records that the credential itself may read.
 * @throws FORBIDDEN naming the permission.
 */
export const keepWithinScopes = (
  { caller: { restrictedTo }, model }: Pick<Context, 'caller' | 'model'>,
  events: readonly EventName[],
): void => {
  const beyond =
    restrictedTo && events.find((name) => !restrictedTo.includes(findReadPermission(model, name)))
  if (beyond !== undefined)
    throw new ContentError(
      'FORBIDDEN',
      `The event ${beyond} tells what your credential may not read. Use a credential with the permission ${findReadPermission(model, beyond)}.`,
    )
}
