import {
  readOwnAccount,
  updatePreferences,
  updateSettings,
  settingsRules,
  type Context,
  type User,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, checkedBy, valueOr } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { json, type RestHandler, type RestResponse } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { markShown } from '../written.ts'
import { preferencesBody, settingsBody } from './me-schemas.ts'
import { accountOfRow, presentPreferences, presentSettings, WHOLE_ACCOUNT } from './present-account.ts'

type Part = (account: Pick<User, 'settings' | 'preferences'>) => object

const settingsOf: Part = ({ settings }) => presentSettings(settings)
const preferencesOf: Part = ({ preferences }) => presentPreferences(preferences)

/** C6.8: other changes of the account do not make them stale. */
const tagOf =
  (part: Part) =>
  (account: User): string =>
    contentTag(part(account))

const reading =
  (part: Part): RestHandler =>
  async (request, context) => {
    parametersOf(request.query, NO_PARAMETERS)
    const shown = part(accountOfRow(await readOwnAccount(context, WHOLE_ACCOUNT)))
    return answerRead(request, shown, { etag: contentTag(shown) })
  }

export const getSettings = reading(settingsOf)
export const getPreferences = reading(preferencesOf)

const changed = (context: Context, shown: object): RestResponse => {
  const response = json(200, shown, { etag: contentTag(shown) })
  return markShown(context, response, 'users:read', { id: context.caller.id })
}

export const patchSettings: RestHandler = async (request, context) => {
  const body = receive(request, settingsBody, settingsRules)
  const precondition = checkedBy(request, body, tagOf(settingsOf))
  return changed(context, presentSettings(await updateSettings(context, valueOr(body, {}), precondition)))
}

export const patchPreferences: RestHandler = async (request, context) => {
  const body = receive(request, preferencesBody)
  const precondition = checkedBy(request, body, tagOf(preferencesOf))
  return changed(
    context,
    presentPreferences(await updatePreferences(context, valueOr(body, {}), precondition)),
  )
}
