import { ContentError, USER_ROLES, type Context, type UserRole } from '@content-service/domain'
import { getDirectiveValues, type GraphQLField, type GraphQLSchema } from 'graphql'

const rank = (role: string): number => USER_ROLES.findIndex((known) => known === role)

const refuseBelow = (role: UserRole, { caller }: Context): void => {
  if (caller.roles.some((held) => rank(held) >= rank(role))) return
  throw caller.id === null
    ? new ContentError('UNAUTHENTICATED', 'Sign in first: this needs a credential.')
    : new ContentError('FORBIDDEN', `This needs at least the role ${role}.`)
}

/** C5.10: `@auth(role:)` on a field asks for at least that role before the field is resolved. */
export const guardField = (schema: GraphQLSchema, field: GraphQLField<unknown, Context>): void => {
  const directive = schema.getDirective('auth')
  const role = directive && field.astNode && getDirectiveValues(directive, field.astNode)?.['role']
  const { resolve } = field
  if (!role || !resolve) return
  field.resolve = (root, args, context, info) => {
    refuseBelow(role as UserRole, context)
    return resolve(root, args, context, info)
  }
}
