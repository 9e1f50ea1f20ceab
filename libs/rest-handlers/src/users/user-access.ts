import { builtInModel, updateUser, User, type Context } from '@content-service/domain'
import { USER_ROLES } from '@content-service/domain/internal/access'
import { findType } from '@content-service/domain/internal/model'
import { parseUserId } from '@content-service/domain/internal/rules'
import { findHighestRole, userChangeRules, userRecordRead } from '@content-service/domain/internal/users'
import { okWithEtag } from '../endpoints/answers.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import { markShown } from '../endpoints/write-response.ts'
import { createJsonResponse, type RestHandler } from '../protocol/http.ts'
import { createRepresentation, type Representation } from '../representations/representation.ts'
import { createPatch, receive } from '../requests/body.ts'
import { createPrecondition, getValueOr } from '../requests/conditional.ts'
import type { Endpoints } from '../routing/route.ts'
import { userFields } from '../schemas/people-schemas.ts'
import { objectSchema, wordSchema } from '../schemas/schema-terms.ts'

const { username, roles, status, permissions } = userFields

const members = {
  username,
  role: wordSchema(
    USER_ROLES,
    'The highest built-in role among the user’s roles and the roles that those inherit; GUEST if there is none.',
  ),
  roles,
  status,
  permissions,
}

const accessSchema = objectSchema(
  {
    title: 'UserAccess',
    description: 'How a user signs in, and what gives the user permissions.',
    examples: [
      { username: 'ada', role: 'AUTHOR', roles: ['AUTHOR'], status: 'ACTIVE', permissions: ['users:read'] },
    ],
  },
  members,
)

const accessPatch = createPatch(
  {
    title: 'UserAccessPatch',
    description:
      'Members that you leave out keep their values. `role` replaces the built-in role alone, `roles` all roles; send one of them.',
    examples: [{ role: 'EDITOR' }],
  },
  members,
)

/** The policy decides which built-in role is the highest one. */
const representAccess = ({ policy }: Context): Representation =>
  createRepresentation(accessSchema, {
    role: {
      reads: ['roles', 'version'],
      show: ({ roles: held }) => findHighestRole(policy, held as readonly string[]),
    },
  })

const getAccess: RestHandler = (request, context, variables) =>
  createReadHandler(userRecordRead, representAccess(context))(request, context, variables)

const patchAccess: RestHandler = async (request, context, { id = '' }) => {
  const { present, computeTag } = representAccess(context)
  const body = receive(request, accessPatch, userChangeRules(context.policy, findType(builtInModel, User)))
  const precondition = createPrecondition(request, body, computeTag)
  const user = await updateUser(context, parseUserId(id), getValueOr(body, {}), precondition)
  const response = createJsonResponse(200, present(user), { etag: computeTag(user) })
  return markShown(context, response, 'users:read', user)
}

/** C6.1: the fields of a user that the resource of the user does not have. */
export const userAccessEndpoints: Endpoints = {
  'GET /api/users/:id/access': {
    handler: getAccess,
    operation: 'user',
    id: 'userAccess',
    summary: 'Get the username, the roles, the status and the permissions of a user',
    access: 'users:read',
    answers: [okWithEtag(accessSchema, 'The access of the user.')],
  },
  'PATCH /api/users/:id/access': {
    handler: patchAccess,
    operation: 'updateUser',
    id: 'updateUserAccess',
    summary: 'Change the username, the roles, the status or the permissions of a user',
    description:
      'All members but `username` need `users:write` on all users, and `permissions` the role ADMIN. You cannot give rights that your credential does not have.',
    access: 'users:write',
    body: accessPatch,
    shows: 'users:read',
    answers: [okWithEtag(accessSchema, 'The changed access of the user.')],
    isConditional: true,
  },
}
