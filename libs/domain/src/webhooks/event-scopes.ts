import type { Permission } from '../content-policy.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import type { EventName } from '../events/event-names.ts'

type FirstWord = EventName extends `${infer Word}.${string}` ? Word : never

/** The permission to read the record that an event tells of, by the first word of its name. */
const TO_READ: Readonly<Record<FirstWord, Permission>> = {
  article: 'articles:read',
  comment: 'comments:read',
  user: 'users:read',
  product: 'products:read',
  category: 'products:read',
}

/** Every event name begins with one of these words. */
const permissionFor = (name: EventName): Permission => TO_READ[name.split('.')[0] as FirstWord]

/**
 * A webhook goes on telling what its owner may read. A credential with scopes has it tell nothing that the credential
 * itself could not read.
 * @throws FORBIDDEN naming the permission.
 */
export const keepWithinScopes = (
  { caller: { restrictedTo } }: Pick<Context, 'caller'>,
  events: readonly EventName[],
): void => {
  const beyond = restrictedTo && events.find((name) => !restrictedTo.includes(permissionFor(name)))
  if (beyond !== undefined)
    throw new ContentError(
      'FORBIDDEN',
      `The event ${beyond} tells what your credential may not read. Use a credential with the permission ${permissionFor(beyond)}.`,
    )
}
