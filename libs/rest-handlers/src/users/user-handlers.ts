import { badUserInput, builtInModel, User, type Context, type UserId } from '@content-service/domain'
import { authorizeOnAll, requireCredential } from '@content-service/domain/internal/access'
import {
  createUserRecord,
  userRecordList,
  newUserRules,
  putUser,
  userRecordRead,
  USER_STATUSES,
} from '@content-service/domain/internal/users'
import { findProblems, parseUserId } from '@content-service/domain/internal/rules'
import { okPage } from '../endpoints/answers.ts'
import { receive } from '../requests/body.ts'
import { createPrecondition, getValueOr } from '../requests/conditional.ts'
import { createJsonResponse, type RestHandler, type RestResponse } from '../protocol/http.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createCountEndpoint } from '../endpoints/count-operation.ts'
import { createListHandler, listKnownParameters, type ListOptions } from '../endpoints/list-operation.ts'
import { parseWord } from '../requests/paging.ts'
import { RestError } from '../protocol/problem.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import { markShown } from '../endpoints/write-response.ts'
import { chooseUserShape, USER, USER_CHOICE } from './present-user.ts'
import { newUserBody, replacedUserBody, userListParameters, userSchema } from './user-schemas.ts'

/** The users of the service, whatever fields a team adds. */
const USERS = { model: builtInModel, type: User }

const LIST_QUERY = { ...userListParameters, ...USER_CHOICE }

export const userListQuery = listKnownParameters(LIST_QUERY, USERS)

export const userPage = okPage(userSchema, 'A page of users.')

const LIST: ListOptions = {
  query: LIST_QUERY,
  choose: chooseUserShape,
  parseFilters: ({ status, deleted }) => ({
    status: parseWord(USER_STATUSES, status, 'status'),
    deleted: parseWord(['true', 'false'], deleted, 'deleted') === 'true',
  }),
  connection: 'usersConnection',
}

/** C6.2, C6.3. The list refuses an anonymous caller before it reads the parameters. */
const listKnownUsers = createListHandler(userRecordList, {
  ...LIST,
  as: USER,
  answer: userPage,
  filtered: USERS,
})

/** C13.5. */
export const userCounts: Endpoint = {
  // Users have a state and a role.
  ...(createCountEndpoint({
    ...LIST,
    query: userListParameters,
    filtered: USERS,
    list: userRecordList,
    name: 'users',
  }) as Endpoint),
  access: 'users:read',
}

export const listUsers: RestHandler = (request, context, variables) => {
  requireCredential(context)
  return listKnownUsers(request, context, variables)
}

const answer = (
  context: Context,
  user: User,
  { status, ...headers }: { readonly status: number; readonly location?: string },
): RestResponse => {
  const response = createJsonResponse(status, USER.present(user), { etag: USER.computeTag(user), ...headers })
  return markShown(context, response, 'users:read', user)
}

export const getUser = createReadHandler(userRecordRead, USER, {
  query: USER_CHOICE,
  choose: chooseUserShape,
})

const createLocation = ({ id }: User): { readonly location: string } => ({ location: `/api/users/${id}` })

export const postUser: RestHandler = async (request, context) => {
  authorizeOnAll(context, 'users:write')
  const user = await createUserRecord(context, receive(request, newUserBody, newUserRules()).value())
  return answer(context, user, { status: 201, ...createLocation(user) })
}

/** C6.5: a PUT to an id that no user can have is refused. */
const parseNewId = (text: string): UserId => {
  const id = parseUserId(text)
  if (id === null)
    throw new RestError('BAD_REQUEST', 'The id of a user must be an integer from 1 to 2147483647.')
  return id
}

const OTHER_ID = { path: ['id'], message: 'must equal the id in the path' }

export const replaceUser: RestHandler = async (request, context, { id: text = '' }) => {
  authorizeOnAll(context, 'users:write')
  const id = parseNewId(text)
  const body = receive(request, replacedUserBody, newUserRules())
  const { id: given, ...replacement } = getValueOr(body, { name: '', email: '' })
  const check = createPrecondition(request, body, USER.computeTag)
  const { user, created } = await putUser(context, id, replacement, (current) => {
    check(current)
    if (given !== undefined && given !== id)
      throw badUserInput([OTHER_ID, ...findProblems(newUserRules(), replacement)])
  })
  return answer(context, user, created ? { status: 201, ...createLocation(user) } : { status: 200 })
}
