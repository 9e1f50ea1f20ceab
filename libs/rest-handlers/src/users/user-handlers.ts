import {
  authorizeOnAll,
  badUserInput,
  createUserRecord,
  listUserRecords,
  newUserRules,
  findProblems,
  putUser,
  userRecordRead,
  requireCredential,
  parseUserId,
  USER_STATUSES,
  type Context,
  type User,
  type UserId,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { createPrecondition, getValueOr } from '../conditional.ts'
import { createJsonResponse, type RestHandler, type RestResponse } from '../http.ts'
import { answerPage, COUNT_LIMIT, parsePage, readParameters, parseWord } from '../paging.ts'
import { RestError } from '../problem.ts'
import { createReadHandler } from '../read-operation.ts'
import { markShown } from '../write-response.ts'
import { USER } from './present-user.ts'
import { newUserBody, replacedUserBody, userListParameters } from './user-schemas.ts'

/** C6.2, C6.3. */
export const listUsers: RestHandler = async (request, context) => {
  requireCredential(context)
  const { status, deleted, ...page } = readParameters(request.query, userListParameters)
  const given = parsePage(page, 'usersConnection')
  const list = {
    window: given.window,
    status: parseWord(USER_STATUSES, status?.toUpperCase(), 'status'),
    deleted: parseWord(['true', 'false'], deleted, 'deleted') === 'true',
  }
  const { rows, total } = await listUserRecords(context, list, USER.select, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(USER.present), total })
}

const answer = (
  context: Context,
  user: User,
  { status, ...headers }: { readonly status: number; readonly location?: string },
): RestResponse => {
  const response = createJsonResponse(status, USER.present(user), { etag: USER.tagOf(user), ...headers })
  return markShown(context, response, 'users:read', user)
}

export const getUser = createReadHandler(userRecordRead, USER)

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
  const check = createPrecondition(request, body, USER.tagOf)
  const { user, created } = await putUser(context, id, replacement, (current) => {
    check(current)
    if (given !== undefined && given !== id)
      throw badUserInput([OTHER_ID, ...findProblems(newUserRules(), replacement)])
  })
  return answer(context, user, created ? { status: 201, ...createLocation(user) } : { status: 200 })
}
