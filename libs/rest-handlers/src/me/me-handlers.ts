import { requireUser, updateUser, User, type Context } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { readOwnAccount, userChangeRules } from '@content-service/domain/internal/users'
import { receive } from '../requests/body.ts'
import { answerRead, createPrecondition, getValueOr } from '../requests/conditional.ts'
import { createJsonResponse, type RestHandler } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Representation } from '../representations/representation.ts'
import { markShown } from '../endpoints/write-response.ts'
import { accountBody } from './me-schemas.ts'
import { representAccount } from './present-account.ts'

export const readOwn =
  (represent: (context: Context) => Representation): RestHandler =>
  async (request, context) => {
    readParameters(request.query, NO_PARAMETERS)
    const { select, write } = represent(context)
    const { text, etag } = write(await readOwnAccount(context, select))
    return answerRead(request, text, { etag })
  }

export const getMe = readOwn(representAccount)

export const patchMe: RestHandler = async (request, context) => {
  const id = requireUser(context)
  const { present, computeTag } = representAccount(context)
  const { policy, model } = context
  const rules = userChangeRules(policy, findType(model, User))
  const body = receive(request, accountBody(model), rules)
  const user = await updateUser(
    context,
    id,
    getValueOr(body, {}),
    createPrecondition(request, body, computeTag),
  )
  return markShown(
    context,
    createJsonResponse(200, present(user), { etag: computeTag(user) }),
    'users:read',
    user,
  )
}
