import { readOwnAccount, signedIn, updateUser, userChangeRules } from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, valueOr } from '../conditional.ts'
import { json, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { markShown } from '../written.ts'
import { accountBody } from './me-schemas.ts'
import { accountEtag, accountOfRow, presentAccount, WHOLE_ACCOUNT } from './present-account.ts'

export const getMe: RestHandler = async (request, context) => {
  parametersOf(request.query, NO_PARAMETERS)
  const account = accountOfRow(await readOwnAccount(context, WHOLE_ACCOUNT))
  return answerRead(request, presentAccount(account, context.policy), { etag: accountEtag(context)(account) })
}

export const patchMe: RestHandler = async (request, context) => {
  const id = signedIn(context)
  const body = receive(request, accountBody, userChangeRules(context.policy))
  const user = await updateUser(
    context,
    id,
    valueOr(body, {}),
    checkedBy(request, body, accountEtag(context)),
  )
  const response = json(200, presentAccount(user, context.policy), { etag: accountEtag(context)(user) })
  return markShown(context, response, 'users:read', user)
}
